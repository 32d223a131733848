# cmake -D OUTPUT=x.cpp -D HEADER=a/b.h -D NAMESPACE=hlo2c::room -D FUNCTION=name -D FILES="a.yaml;b.yaml" -P embed_text.cmake
# Writes OUTPUT with `const std::map<std::string, std::string_view>& FUNCTION()`: base name -> the file's text.
set(body "")
foreach(file IN LISTS FILES)
  file(READ "${file}" text)
  get_filename_component(base "${file}" NAME)
  string(APPEND body "        {\"${base}\", R\"hlo2c_text(${text})hlo2c_text\"},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "#include \"${HEADER}\"\n\nnamespace ${NAMESPACE} {\n
const std::map<std::string, std::string_view>& ${FUNCTION}() {
    static const std::map<std::string, std::string_view> files = {\n${body}    };
    return files;
}

}  // namespace ${NAMESPACE}
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(REMOVE "${OUTPUT}.new")
