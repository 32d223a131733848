#include "frontend/data/npy.h"

#include <unistd.h>
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "frontend/data/arguments.h"
#include "frontend/data/npz.h"
#include "frontend/diagnostic.h"

using namespace hlo2c;
using namespace hlo2c::frontend;

namespace {

std::vector<std::byte> file_of(const std::string& header, const std::string& data) {
    std::string text("\x93NUMPY\x01\x00", 8);
    text += static_cast<char>(header.size());
    text += '\0';
    text += header + data;
    std::vector<std::byte> bytes(text.size());
    std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

int number_of(const std::vector<std::byte>& bytes, const TensorType* expected) {
    try {
        parse_npy(bytes, "a.npy", expected);
    } catch (const DiagnosticError& error) {
        return error.diagnostic().number;
    }
    return 0;
}

/// A folder that is removed at the end of the test.
struct Folder {
    std::filesystem::path path;
    Folder() : path(std::filesystem::temp_directory_path() / ("hlo2c_npy_test" + std::to_string(getpid()))) {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string file(const std::string& name) const { return (path / name).string(); }
};

const std::string pair_header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }\n";

}  // namespace

TEST_CASE("an array file written is read back as the same literal") {
    const ElementType type =
        GENERATE(ElementType::F32, ElementType::F64, ElementType::F16, ElementType::BF16,
                 ElementType::F8E4M3FN, ElementType::I4, ElementType::UI2, ElementType::I64,
                 ElementType::UI64, ElementType::I1, ElementType::TF32);
    const Literal literal = Literal::from_values<int>({{2, 2}, type, {}, {}}, {1, 0, 1, 1});
    const TensorType expected = literal.type();
    CHECK(parse_npy(npy_bytes(literal), "a.npy", &expected) == literal);
}

TEST_CASE("types that NumPy lacks travel as their bits") {
    CHECK(npy_dtype(ElementType::BF16) == "<u2");
    CHECK(npy_dtype(ElementType::F8E5M2) == "|u1");
    CHECK(npy_dtype(ElementType::I4) == "|i1");
    CHECK(npy_dtype(ElementType::UI4) == "|u1");
    CHECK(npy_dtype(ElementType::I1) == "|b1");
    CHECK(npy_dtype(ElementType::C64) == "<c8");
}

TEST_CASE("Fortran order is turned into row-major order") {
    const auto bytes = file_of("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }\n",
                               std::string("\x01\x04\x02\x05\x03\x06", 6));
    const Literal literal = parse_npy(bytes, "a.npy");
    for (int i = 0; i < 6; i++) CHECK(literal.integer(i) == i + 1);
}

TEST_CASE("big-endian arrays are read") {
    const auto bytes = file_of("{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }\n",
                               std::string("\x01\x02\xff\xfe", 4));
    const Literal literal = parse_npy(bytes, "a.npy");
    CHECK(literal.integer(0) == 0x0102);
    CHECK(literal.integer(1) == -2);
}

TEST_CASE("a scalar and an empty array are read") {
    const auto scalar = file_of("{'descr': '|u1', 'fortran_order': False, 'shape': (), }\n", "\x07");
    CHECK(parse_npy(scalar, "a.npy").integer(0) == 7);
    const auto empty = file_of("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }\n", "");
    CHECK(parse_npy(empty, "a.npy").type().element_count() == 0);
    const auto late = file_of("{'descr': '<f8', 'fortran_order': False, 'shape': (1400, 15, 0, 17), }\n", "");
    CHECK(parse_npy(late, "a.npy").type().element_count() == 0);
}

TEST_CASE("an array file that is longer or shorter than its header says is an error") {
    CHECK(number_of(file_of(pair_header, std::string(4, '\0')), nullptr) == 0);
    CHECK(number_of(file_of(pair_header, std::string(3, '\0')), nullptr) == 302);
    CHECK(number_of(file_of(pair_header, std::string(5, '\0')), nullptr) == 302);
}

TEST_CASE("an array must fit the type of the program") {
    const auto bytes = file_of(pair_header, std::string("\x01\x00\x02\x00", 4));
    const TensorType right{{2}, ElementType::I16, {}, {}}, other_shape{{1, 2}, ElementType::I16, {}, {}};
    const TensorType other_type{{2}, ElementType::F16, {}, {}},
        open{{dynamic_size}, ElementType::I16, {}, {}};
    CHECK(number_of(bytes, &right) == 0);
    CHECK(number_of(bytes, &open) == 0);
    CHECK(number_of(bytes, &other_type) == 303);
    CHECK(number_of(bytes, &other_shape) == 304);
}

TEST_CASE("damaged array files are refused") {
    CHECK(number_of(file_of(pair_header, "\x01"), nullptr) == 302);
    CHECK(number_of(file_of("{'descr': '<i2', }\n", ""), nullptr) == 302);
    CHECK(number_of({std::byte{0x93}}, nullptr) == 302);
    CHECK(number_of(file_of("{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (1,), }\n", "12345678"),
                    nullptr) == 303);
    const std::string huge =
        "{'descr': '<i8', 'fortran_order': False, 'shape': (99999999999, 99999999999), }\n";
    CHECK(number_of(file_of(huge, ""), nullptr) == 302);
    const std::string bytes_times_size_is_zero =
        "{'descr': '|i1', 'fortran_order': False, 'shape': (65536, 281474976710656), }\n";
    CHECK(number_of(file_of(bytes_times_size_is_zero, std::string(65536, '\0')), nullptr) == 302);
    const std::string empty_after_overflow =
        "{'descr': '|i1', 'fortran_order': True, 'shape': (281474976710656, 281474976710656, 0), }\n";
    CHECK(number_of(file_of(empty_after_overflow, ""), nullptr) == 302);
}

TEST_CASE("a value outside a type narrower than a byte is refused") {
    const auto bytes = file_of("{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }\n", "\x09");
    const TensorType expected{{1}, ElementType::I4, {}, {}};
    CHECK(number_of(bytes, &expected) == 303);
}

TEST_CASE("voids hold the bits of integers narrower than a byte without their sign extension") {
    const TensorType i4{{3}, ElementType::I4, {}, {}};
    const Literal read = parse_npy(file_of("{'descr': '|V1', 'fortran_order': False, 'shape': (3,), }\n",
                                           std::string("\x07\x08\x0f", 3)),
                                   "a.npy", &i4);
    CHECK(read.integer(0) == 7);
    CHECK(read.integer(1) == -8);
    CHECK(read.integer(2) == -1);
}

TEST_CASE("booleans and integers narrower than a byte may come as unsigned bytes") {
    const auto bytes = file_of("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }\n", "\x01\xff");
    const TensorType expected{{2}, ElementType::I4, {}, {}};
    CHECK(parse_npy(bytes, "a.npy", &expected).integer(1) == -1);
}

TEST_CASE("a folder of numbered arrays is read by position") {
    const Folder folder;
    const Literal literal = Literal::from_values<int>({{2}, ElementType::I32, {}, {}}, {3, 4});
    write_npy(folder.file("001.npy"), literal);
    std::ofstream(folder.file("notes.txt")) << "no array";
    const std::vector<Type> types = {Type(literal.type()), Type(literal.type())};
    const auto arrays = read_arrays(folder.path.string(), types);
    REQUIRE(arrays.size() == 1);
    CHECK(arrays.at(1) == literal);
    CHECK_THROWS_AS(read_arrays(folder.path.string(), std::span(types).first(1)), DiagnosticError);
}

TEST_CASE("a file whose number no argument can have is refused (H0308)") {
    const Folder folder;
    const Literal literal = Literal::from_values<int>({{2}, ElementType::I32, {}, {}}, {3, 4});
    write_npy(folder.file("1234567.npy"), literal);
    const std::vector<Type> types = {Type(literal.type())};
    CHECK_THROWS_AS(read_arrays(folder.path.string(), types), DiagnosticError);
}

TEST_CASE("positions are the digits at the end of a name") {
    CHECK(array_position("000.npy") == 0);
    CHECK(array_position("in12") == 12);
    CHECK(array_position("arr_3.npy") == 3);
    CHECK(array_position("weights") == -1);
}

namespace {

std::size_t checksum_of(const std::vector<std::byte>& data) {
    return crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size()));
}

/// An archive with the member in0.npy, compressed by `method`, whose directory claims `bytes` as its
/// uncompressed size.
std::string archive_of(const std::vector<std::byte>& member, std::size_t method, std::size_t bytes,
                       bool is_wide = false) {
    const auto little = [](std::size_t value, int width) {
        std::string text;
        for (int i = 0; i < width; i++) text += static_cast<char>(value >> (8 * i) & 0xff);
        return text;
    };
    const std::string name = "in0.npy", checksum = little(checksum_of(member), 4);
    const std::string sizes = checksum + little(member.size(), 4) + little(bytes, 4);
    // zip64 says the sizes behind the name.
    const std::string zip64 = little(1, 2) + little(16, 2) + little(bytes, 8) + little(member.size(), 8);
    const std::string wide_sizes = checksum + std::string(8, '\xff');
    const std::string extra = is_wide ? zip64 : "", shown = is_wide ? wide_sizes : sizes;
    const std::string facts = little(method, 2) + little(0, 4) + shown + little(name.size(), 2);
    const std::string local =
        "PK\x03\x04" + little(45, 2) + little(0, 2) + facts + little(extra.size(), 2) + name + extra;
    const std::string entry = "PK\x01\x02" + little(45, 2) + little(45, 2) + little(0, 2) + facts +
                              little(extra.size(), 2) + little(0, 2) + little(0, 2) + little(0, 2) +
                              little(0, 4) + little(0, 4) + name + extra;
    const std::string end = "PK\x05\x06" + little(0, 4) + little(1, 2) + little(1, 2) +
                            little(entry.size(), 4) + little(local.size() + member.size(), 4) + little(0, 2);
    return local + std::string(reinterpret_cast<const char*>(member.data()), member.size()) + entry + end;
}

}  // namespace

TEST_CASE("a member that cannot unpack to its declared size is rejected before allocation") {
    const Folder folder;
    const std::size_t size = GENERATE(as<std::size_t>{}, 4294967294u, 9223372036854775807u);
    const bool is_wide = size > 4294967295u;
    const std::string path = folder.file("a.npz");
    std::ofstream(path, std::ios::binary) << archive_of({8, std::byte{1}}, 8, size, is_wide);
    CHECK_THROWS_WITH(Npz(path).read("in0"), Catch::Contains("'in0' is damaged: "));
    std::ofstream(path, std::ios::binary) << archive_of({8, std::byte{1}}, 0, size, is_wide);
    CHECK_THROWS_WITH(Npz(path).read("in0"), Catch::Contains("'in0' is damaged: "));
}

TEST_CASE("a member that is not what the archive's checksum says is refused") {
    const Folder folder;
    const std::vector<std::byte> member =
        npy_bytes(Literal::from_values<int>({{2}, ElementType::I32, {}, {}}, {3, 4}));
    std::string archive = archive_of(member, 0, member.size());
    archive[archive.find("in0.npy") + 7 + member.size() - 1] ^= 1;
    std::ofstream(folder.file("a.npz"), std::ios::binary) << archive;
    CHECK_THROWS_WITH(Npz(folder.file("a.npz")).read("in0"), Catch::Contains("'in0' is damaged: CRC"));
}

TEST_CASE("an archive that lacks the sizes zip64 promises is refused") {
    const Folder folder;
    std::ofstream(folder.file("a.npz"), std::ios::binary) << archive_of({8, std::byte{1}}, 0, 4294967295u);
    CHECK_THROWS_WITH(Npz(folder.file("a.npz")),
                      Catch::Contains("this is not a zip archive: its directory is damaged"));
}

TEST_CASE("a file that is no archive is refused") {
    const Folder folder;
    const std::string text = GENERATE("", "PK", "no archive, but more than twenty-two bytes");
    std::ofstream(folder.file("a.npz"), std::ios::binary) << text;
    CHECK_THROWS_WITH(Npz(folder.file("a.npz")), Catch::Contains("this is not a zip archive: "));
}

TEST_CASE("an archive gives its stored members by name, also with sizes as zip64 has them") {
    const Folder folder;
    const Literal literal = Literal::from_values<int>({{2}, ElementType::I32, {}, {}}, {3, 4});
    const std::vector<std::byte> member = npy_bytes(literal);
    const bool is_wide = GENERATE(false, true);
    std::ofstream(folder.file("a.npz"), std::ios::binary) << archive_of(member, 0, member.size(), is_wide);
    const Npz archive(folder.file("a.npz"));
    REQUIRE(archive.names() == std::vector<std::string>{"in0"});
    CHECK(archive.read("in0") == literal);
    CHECK_THROWS_AS(archive.read("in1"), DiagnosticError);
}

TEST_CASE("of several arrays, all are written or none is") {
    const Folder folder;
    const std::vector<Literal> arrays(3,
                                      Literal::from_values<float>({{2}, ElementType::F32, {}, {}}, {1, 2}));
    const auto names = [&] {
        std::set<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path))
            found.insert(entry.path().filename().string());
        return found;
    };
    std::filesystem::create_directories(folder.path / "001.npy.new" / "in the way");
    CHECK_THROWS_AS(write_arrays(folder.path.string(), arrays), DiagnosticError);
    CHECK(names() == std::set<std::string>{"001.npy.new"});
    std::filesystem::remove_all(folder.path / "001.npy.new");
    write_arrays(folder.path.string(), arrays);
    CHECK(names() == std::set<std::string>{"000.npy", "001.npy", "002.npy"});
}

TEST_CASE("arrays are written where a symbolic link points, be a folder there or not") {
    const Folder folder;
    std::filesystem::create_directory_symlink("results", folder.path / "link");
    const std::vector<Literal> arrays = {Literal::scalar(ElementType::F32, 1.0F)};
    for (int i = 0; i < 2; i++) write_arrays((folder.path / "link").string(), arrays);
    CHECK(std::filesystem::is_symlink(folder.path / "link"));
    CHECK(read_npy((folder.path / "results/000.npy").string()) == arrays[0]);
}
