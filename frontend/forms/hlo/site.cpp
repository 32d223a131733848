#include "frontend/forms/hlo/site.h"

#include "frontend/error_numbers.h"
#include "frontend/file_bytes.h"
#include "frontend/forms/text/lexer.h"

namespace hlo2c::frontend {

Place Site::place() const {
    Place place{.file = path, .line = position.line, .column = position.column};
    place.op = computation;
    if (!instruction.empty()) place.op += (computation.empty() ? "" : "/") + instruction;
    if (place.line == 0 && place.column > 0) {  // binary: the column is 1 + the byte offset
        place.byte_offset = place.column - 1;
        place.column = 0;
    }
    return with_line(std::move(place));
}

void Site::refuse(std::string message, std::string remedy) const {
    fail(read_error::malformed_hlo, place(), std::move(message), std::move(remedy));
}

void Site::reject(std::string message, std::string remedy) const {
    unsupported(read_error::format, place(), std::move(message), std::move(remedy));
}

}  // namespace hlo2c::frontend
