// Contractions that read windows of values, and write windows of values, whose starts are known at run time.
module @dynamic_windows {
  func.func public @main(%x: tensor<1x20x9x8xf32>, %w: tensor<1x1x8x16xf32>, %d: tensor<3x3x1x16xf32>, %m: tensor<40x24xf32>, %n: tensor<24x18xf32>, %v: tensor<12x9xf32>, %b: tensor<8x6x9xf32>, %p: tensor<i32>, %q: tensor<i32>) -> (tensor<1x7x6x16xf32>, tensor<13x18xf32>, tensor<12x21xf32>, tensor<3x6x9xf32>, tensor<1x18xf32>, tensor<40x24xf32>, tensor<1x9x4x16xf32>, tensor<40x24xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %eight = stablehlo.constant dense<8> : tensor<i32>
    %image = stablehlo.dynamic_slice %x, %zero, %p, %q, %zero, sizes = [1, 7, 6, 8] : (tensor<1x20x9x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x7x6x8xf32>
    %r0 = stablehlo.convolution(%image, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x6x8xf32>, tensor<1x1x8x16xf32>) -> tensor<1x7x6x16xf32>
    %rows = stablehlo.dynamic_slice %m, %p, %q, sizes = [13, 10] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<13x10xf32>
    %columns = stablehlo.slice %n [0:10, 0:18] : (tensor<24x18xf32>) -> tensor<10x18xf32>
    %r1 = stablehlo.dot_general %rows, %columns, contracting_dims = [1] x [0] : (tensor<13x10xf32>, tensor<10x18xf32>) -> tensor<13x18xf32>
    %panel = stablehlo.dynamic_slice %m, %q, %p, sizes = [21, 9] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<21x9xf32>
    %transposed = stablehlo.transpose %panel, dims = [1, 0] : (tensor<21x9xf32>) -> tensor<9x21xf32>
    %r2 = stablehlo.dot_general %v, %transposed, contracting_dims = [1] x [0] : (tensor<12x9xf32>, tensor<9x21xf32>) -> tensor<12x21xf32>
    %left = stablehlo.dynamic_slice %b, %p, %zero, %q, sizes = [3, 6, 4] : (tensor<8x6x9xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x6x4xf32>
    %right = stablehlo.dynamic_slice %b, %q, %p, %zero, sizes = [3, 4, 9] : (tensor<8x6x9xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x4x9xf32>
    %r3 = stablehlo.dot_general %left, %right, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x6x4xf32>, tensor<3x4x9xf32>) -> tensor<3x6x9xf32>
    %row = stablehlo.dynamic_slice %m, %p, %zero, sizes = [1, 24] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<1x24xf32>
    %r4 = stablehlo.dot_general %row, %n, contracting_dims = [1] x [0] : (tensor<1x24xf32>, tensor<24x18xf32>) -> tensor<1x18xf32>
    %few = stablehlo.slice %v [0:5, 0:9] : (tensor<12x9xf32>) -> tensor<5x9xf32>
    %part = stablehlo.slice %n [0:9, 0:7] : (tensor<24x18xf32>) -> tensor<9x7xf32>
    %product = stablehlo.dot_general %few, %part, contracting_dims = [1] x [0] : (tensor<5x9xf32>, tensor<9x7xf32>) -> tensor<5x7xf32>
    %window = stablehlo.tanh %product : tensor<5x7xf32>
    %r5 = stablehlo.dynamic_update_slice %m, %window, %p, %q : (tensor<40x24xf32>, tensor<5x7xf32>, tensor<i32>, tensor<i32>) -> tensor<40x24xf32>
    %below = stablehlo.constant dense<-1.0> : tensor<1x9x4x16xf32>
    %lines:2 = stablehlo.while(%i = %zero, %y = %below) : tensor<i32>, tensor<1x9x4x16xf32>
     cond {
      %c = stablehlo.compare LT, %i, %eight, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
     %two = stablehlo.constant dense<2> : tensor<i32>
     %first = stablehlo.multiply %i, %two : tensor<i32>
     %read = stablehlo.dynamic_slice %x, %zero, %first, %zero, %zero, sizes = [1, 5, 9, 8] : (tensor<1x20x9x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x5x9x8xf32>
     %expanded = stablehlo.convolution(%read, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x9x8xf32>, tensor<1x1x8x16xf32>) -> tensor<1x5x9x16xf32>
     %filtered = stablehlo.convolution(%expanded, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64} : (tensor<1x5x9x16xf32>, tensor<3x3x1x16xf32>) -> tensor<1x2x4x16xf32>
     %none = stablehlo.constant dense<0.0> : tensor<1x2x4x16xf32>
     %positive = stablehlo.maximum %filtered, %none : tensor<1x2x4x16xf32>
     %next = stablehlo.dynamic_update_slice %y, %positive, %zero, %i, %zero, %zero : (tensor<1x9x4x16xf32>, tensor<1x2x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x9x4x16xf32>
     %j = stablehlo.add %i, %one : tensor<i32>
     stablehlo.return %j, %next : tensor<i32>, tensor<1x9x4x16xf32>
    }
    %state:2 = stablehlo.while(%k = %zero, %z = %m) : tensor<i32>, tensor<40x24xf32>
     cond {
      %c = stablehlo.compare LT, %k, %eight, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
     %before = stablehlo.dynamic_slice %z, %k, %zero, sizes = [2, 24] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<2x24xf32>
     %sums = stablehlo.dot_general %before, %n, contracting_dims = [1] x [0] : (tensor<2x24xf32>, tensor<24x18xf32>) -> tensor<2x18xf32>
     %small = stablehlo.tanh %sums : tensor<2x18xf32>
     %after = stablehlo.dot_general %small, %n, contracting_dims = [1] x [1] : (tensor<2x18xf32>, tensor<24x18xf32>) -> tensor<2x24xf32>
     %bounded = stablehlo.tanh %after : tensor<2x24xf32>
     %m0 = stablehlo.add %k, %one : tensor<i32>
     %changed = stablehlo.dynamic_update_slice %z, %bounded, %m0, %zero : (tensor<40x24xf32>, tensor<2x24xf32>, tensor<i32>, tensor<i32>) -> tensor<40x24xf32>
     %row_before = stablehlo.dynamic_slice %changed, %k, %zero, sizes = [1, 24] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<1x24xf32>
     %all = stablehlo.dynamic_slice %changed, %zero, %zero, sizes = [24, 18] : (tensor<40x24xf32>, tensor<i32>, tensor<i32>) -> tensor<24x18xf32>
     %again = stablehlo.dot_general %row_before, %all, contracting_dims = [1] x [0] : (tensor<1x24xf32>, tensor<24x18xf32>) -> tensor<1x18xf32>
     %limited = stablehlo.tanh %again : tensor<1x18xf32>
     %last = stablehlo.dynamic_update_slice %changed, %limited, %eight, %m0 : (tensor<40x24xf32>, tensor<1x18xf32>, tensor<i32>, tensor<i32>) -> tensor<40x24xf32>
     stablehlo.return %m0, %last : tensor<i32>, tensor<40x24xf32>
    }
    return %r0, %r1, %r2, %r3, %r4, %r5, %lines#1, %state#1 : tensor<1x7x6x16xf32>, tensor<13x18xf32>, tensor<12x21xf32>, tensor<3x6x9xf32>, tensor<1x18xf32>, tensor<40x24xf32>, tensor<1x9x4x16xf32>, tensor<40x24xf32>
  }
}
