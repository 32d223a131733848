"""Lists of programs that are known to fail, and of results that are known to differ."""


def entries(file):
    """(name, text) of each line "name: text"."""
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return [(name.strip(), text.strip()) for name, _, text in (line.partition(": ") for line in lines)]


def listed_reasons(file):
    """name -> part of the message that it fails with."""
    return dict(entries(file))


def listed_differences(file, model):
    """The lines of the model."""
    return [text for name, text in entries(file) if name == model]


def unlike_listed(output, differences):
    """The problem with a report that must have exactly these differences; "" if it is correct. The sign of a NaN is
    ignored."""
    found = [line.split(";")[0].replace("-nan", "nan") for line in output.splitlines() if " elements differ" in line]
    wrong = [f"differs, and is not listed: {line}" for line in found if line not in differences]
    wrong += [f"is listed, and does not differ: {line}" for line in differences if line not in found]
    return "\n".join(wrong)
