#include "frontend/forms/bytecode/reader.h"

#include "frontend/forms/bytecode/ir_reader.h"
#include "frontend/ir/location_order.h"

namespace hlo2c::frontend {

Program read_bytecode(std::string_view bytes, std::string path, BytecodeOptions options) {
    bytecode::Origin origin{path, options.base, {}, std::move(options.release)};
    const bytecode::Container container = bytecode::read_container(bytes, origin);
    bytecode::EntryReader entries(bytes, container, origin);
    Program program;
    program.source_path = std::move(path);
    bytecode::IrReader(bytes, container, entries, origin).read(program);
    program.locations = entries.take_locations();
    order_locations(program);
    return program;
}

}  // namespace hlo2c::frontend
