// Programs whose processes are functions of the module, run together by interpreter.run_parallel.
module @sums_of_two_functions {
  func.func @with_one_operand(%a: tensor<3xf32>) -> tensor<3xf32> {
    %sum = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    return %sum : tensor<3xf32>
  }
  func.func @of_its_own() -> (tensor<3xf32>, tensor<ui32>) {
    %a = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %sum = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<3xf32>) -> tensor<3xf32>
    %id = stablehlo.replica_id : tensor<ui32>
    return %sum, %id : tensor<3xf32>, tensor<ui32>
  }
  // What is computed before goes in, what comes out is computed with, and goes into further processes.
  func.func @main() {
    %a = stablehlo.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
    %twice = stablehlo.add %a, %a : tensor<3xf32>
    %first:3 = "interpreter.run_parallel"(%twice) {programs = [[@with_one_operand], [@of_its_own]]} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<ui32>)
    %difference = stablehlo.subtract %first#0, %a : tensor<3xf32>
    %second:3 = "interpreter.run_parallel"(%difference) {programs = [[@of_its_own], [@with_one_operand]]} : (tensor<3xf32>) -> (tensor<3xf32>, tensor<ui32>, tensor<3xf32>)
    %product = stablehlo.multiply %second#0, %second#2 : tensor<3xf32>
    check.expect_almost_eq_const %first#1, dense<[21.0, 42.0, 63.0]> : tensor<3xf32>
    check.expect_eq_const %first#2, dense<1> : tensor<ui32>
    check.expect_eq_const %second#1, dense<0> : tensor<ui32>
    check.expect_almost_eq_const %product, dense<[144.0, 576.0, 1296.0]> : tensor<3xf32>
    return
  }
}

// -----

// Each process reads the arrays of the queue from the first one on, an infeed op as many as it gives.
module @infeed {
  func.func @reads(%token: !stablehlo.token) -> (tensor<2xi64>, tensor<i32>, tensor<2xi64>, !stablehlo.token) {
    %first:3 = "stablehlo.infeed"(%token) {infeed_config = "a", layout = [[0], []]} : (!stablehlo.token) -> (tensor<2xi64>, tensor<i32>, !stablehlo.token)
    %second:2 = "stablehlo.infeed"(%first#2) : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    return %first#0, %first#1, %second#0, %second#1 : tensor<2xi64>, tensor<i32>, tensor<2xi64>, !stablehlo.token
  }
  func.func @entry0() -> tensor<2xi64> {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi64>
    return %a : tensor<2xi64>
  }
  func.func @entry1() -> tensor<i32> {
    %a = stablehlo.constant dense<7> : tensor<i32>
    return %a : tensor<i32>
  }
  func.func @entry2() -> tensor<2xi64> {
    %a = stablehlo.constant dense<[3, 4]> : tensor<2xi64>
    %b = stablehlo.add %a, %a : tensor<2xi64>
    return %b : tensor<2xi64>
  }
  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    %r:8 = "interpreter.run_parallel"(%token, %token) {infeed = [@entry0, @entry1, @entry2], programs = [[@reads, @reads]]} : (!stablehlo.token, !stablehlo.token) -> (tensor<2xi64>, tensor<i32>, tensor<2xi64>, !stablehlo.token, tensor<2xi64>, tensor<i32>, tensor<2xi64>, !stablehlo.token)
    check.expect_eq_const %r#0, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %r#1, dense<7> : tensor<i32>
    check.expect_eq_const %r#2, dense<[6, 8]> : tensor<2xi64>
    check.expect_eq_const %r#4, dense<[1, 2]> : tensor<2xi64>
    check.expect_eq_const %r#6, dense<[6, 8]> : tensor<2xi64>
    return
  }
}

// -----

// What a process gives out goes nowhere here, and its other work goes on.
module @outfeed {
  func.func @writes(%a: tensor<2x2xi64>, %token: !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token) {
    %after = "stablehlo.outfeed"(%a, %token) {outfeed_config = "b"} : (tensor<2x2xi64>, !stablehlo.token) -> !stablehlo.token
    %b = stablehlo.negate %a : tensor<2x2xi64>
    return %b, %after : tensor<2x2xi64>, !stablehlo.token
  }
  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    %a = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
    %r:2 = "interpreter.run_parallel"(%a, %token) {programs = [[@writes]]} : (tensor<2x2xi64>, !stablehlo.token) -> (tensor<2x2xi64>, !stablehlo.token)
    check.expect_eq_const %r#0, dense<[[-1, -2], [-3, -4]]> : tensor<2x2xi64>
    return
  }
}

// -----

// A send goes to whoever receives on the channel.
module @transfers {
  func.func @sends(%a: tensor<2xf64>, %b: tensor<i1>, %token: !stablehlo.token) -> !stablehlo.token {
    %after = "stablehlo.send"(%a, %b, %token) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true} : (tensor<2xf64>, tensor<i1>, !stablehlo.token) -> !stablehlo.token
    return %after : !stablehlo.token
  }
  func.func @receives(%token: !stablehlo.token) -> (tensor<2xf64>, tensor<i1>, !stablehlo.token) {
    %r:3 = "stablehlo.recv"(%token) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true} : (!stablehlo.token) -> (tensor<2xf64>, tensor<i1>, !stablehlo.token)
    return %r#0, %r#1, %r#2 : tensor<2xf64>, tensor<i1>, !stablehlo.token
  }
  func.func @main() {
    %token = stablehlo.after_all : !stablehlo.token
    %a = stablehlo.constant dense<[0.5, 0.25]> : tensor<2xf64>
    %b = stablehlo.constant dense<true> : tensor<i1>
    %r:4 = "interpreter.run_parallel"(%token, %a, %b, %token) {programs = [[@receives], [@sends]]} : (!stablehlo.token, tensor<2xf64>, tensor<i1>, !stablehlo.token) -> (tensor<2xf64>, tensor<i1>, !stablehlo.token, !stablehlo.token)
    check.expect_eq_const %r#0, dense<[0.5, 0.25]> : tensor<2xf64>
    check.expect_eq_const %r#1, dense<true> : tensor<i1>
    return
  }
}

// -----

// Pairs of replicas, and of partitions; who is nobody's target gets zeros.
module @permutes {
  func.func @replicas(%a: tensor<2xi32>) -> tensor<2xi32> {
    %b = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
    return %b : tensor<2xi32>
  }
  func.func @partitions(%a: tensor<2xi32>) -> tensor<2xi32> {
    %b = "stablehlo.collective_permute"(%a) {source_target_pairs = dense<[[1, 0]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<2xi32>) -> tensor<2xi32>
    return %b : tensor<2xi32>
  }
  func.func @main() {
    %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
    %b = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
    %c = stablehlo.constant dense<[5, 6]> : tensor<2xi32>
    %d = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
    %r:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@replicas, @replicas], [@replicas, @replicas]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    %p:4 = "interpreter.run_parallel"(%a, %b, %c, %d) {programs = [[@partitions, @partitions], [@partitions, @partitions]]} : (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>)
    check.expect_eq_const %r#0, dense<0> : tensor<2xi32>
    check.expect_eq_const %r#2, dense<[1, 2]> : tensor<2xi32>
    check.expect_eq_const %r#3, dense<[3, 4]> : tensor<2xi32>
    check.expect_eq_const %p#0, dense<[3, 4]> : tensor<2xi32>
    check.expect_eq_const %p#1, dense<0> : tensor<2xi32>
    check.expect_eq_const %p#2, dense<[7, 8]> : tensor<2xi32>
    return
  }
}
