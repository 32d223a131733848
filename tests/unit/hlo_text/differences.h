#pragma once

#include <google/protobuf/util/message_differencer.h>

#include <string>

namespace hlo2c {

/// How two messages differ; "" if they are equal, where any two NaNs are.
inline std::string differences(const google::protobuf::Message& a, const google::protobuf::Message& b) {
    google::protobuf::util::MessageDifferencer differencer;
    google::protobuf::util::DefaultFieldComparator comparator;
    comparator.set_treat_nan_as_equal(true);
    differencer.set_field_comparator(&comparator);
    std::string report;
    differencer.ReportDifferencesToString(&report);
    if (differencer.Compare(a, b)) return {};
    return "different: " + report;
}

}  // namespace hlo2c
