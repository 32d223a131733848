// A counter that goes up in steps of three, past its limit; what it was is carried along.
func.func @up() {
  %first = stablehlo.constant dense<2> : tensor<i32>
  %step = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.constant dense<12> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i32>, tensor<i32>, tensor<4xi32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %j, %i, %more : tensor<i32>, tensor<i32>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<14> : tensor<i32>
  check.expect_eq_const %w#1, dense<11> : tensor<i32>
  check.expect_eq_const %w#2, dense<4> : tensor<4xi32>
  func.return
}

// -----

// One that goes down, compared the other way round.
func.func @down() {
  %first = stablehlo.constant dense<9> : tensor<i64>
  %step = stablehlo.constant dense<1> : tensor<i64>
  %n = stablehlo.constant dense<4> : tensor<i64>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i64>, tensor<i64>, tensor<4xi32>
   cond {
    %c = stablehlo.compare LT, %n, %i : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.subtract %i, %step : tensor<i64>
    stablehlo.return %j, %i, %more : tensor<i64>, tensor<i64>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<4> : tensor<i64>
  check.expect_eq_const %w#1, dense<5> : tensor<i64>
  check.expect_eq_const %w#2, dense<5> : tensor<4xi32>
  func.return
}

// -----

// One that has to meet its limit.
func.func @unequal() {
  %first = stablehlo.constant dense<-6> : tensor<i16>
  %step = stablehlo.constant dense<4> : tensor<i16>
  %n = stablehlo.constant dense<6> : tensor<i16>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i16>, tensor<i16>, tensor<4xi32>
   cond {
    %c = stablehlo.compare NE, %i, %n : (tensor<i16>, tensor<i16>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<i16>
    stablehlo.return %j, %i, %more : tensor<i16>, tensor<i16>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<6> : tensor<i16>
  check.expect_eq_const %w#1, dense<2> : tensor<i16>
  check.expect_eq_const %w#2, dense<3> : tensor<4xi32>
  func.return
}

// -----

// One that is at its limit from the beginning.
func.func @never() {
  %first = stablehlo.constant dense<5> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i32>, tensor<i32>, tensor<4xi32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %j, %i, %more : tensor<i32>, tensor<i32>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<5> : tensor<i32>
  check.expect_eq_const %w#1, dense<5> : tensor<i32>
  check.expect_eq_const %w#2, dense<0> : tensor<4xi32>
  func.return
}

// -----

// The limit is a turn of its own, up to the largest value but one.
func.func @last() {
  %first = stablehlo.constant dense<250> : tensor<ui8>
  %step = stablehlo.constant dense<1> : tensor<ui8>
  %n = stablehlo.constant dense<253> : tensor<ui8>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<ui8>, tensor<ui8>, tensor<4xi32>
   cond {
    %c = stablehlo.compare LE, %i, %n : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<ui8>
    stablehlo.return %j, %i, %more : tensor<ui8>, tensor<ui8>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<254> : tensor<ui8>
  check.expect_eq_const %w#1, dense<253> : tensor<ui8>
  check.expect_eq_const %w#2, dense<4> : tensor<4xi32>
  func.return
}

// -----

// A counter that goes around has to do so.
func.func @around() {
  %first = stablehlo.constant dense<120> : tensor<i8>
  %step = stablehlo.constant dense<4> : tensor<i8>
  %n = stablehlo.constant dense<-120> : tensor<i8>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i8>, tensor<i8>, tensor<4xi32>
   cond {
    %c = stablehlo.compare NE, %i, %n : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<i8>
    stablehlo.return %j, %i, %more : tensor<i8>, tensor<i8>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<-120> : tensor<i8>
  check.expect_eq_const %w#1, dense<-124> : tensor<i8>
  check.expect_eq_const %w#2, dense<4> : tensor<4xi32>
  func.return
}

// -----

// So does one that is left of its limit after going around.
func.func @around_by_comparison() {
  %first = stablehlo.constant dense<250> : tensor<ui8>
  %step = stablehlo.constant dense<2> : tensor<ui8>
  %n = stablehlo.constant dense<200> : tensor<ui8>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<ui8>, tensor<ui8>, tensor<4xi32>
   cond {
    %c = stablehlo.compare GE, %i, %n : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<ui8>
    stablehlo.return %j, %i, %more : tensor<ui8>, tensor<ui8>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<0> : tensor<ui8>
  check.expect_eq_const %w#1, dense<254> : tensor<ui8>
  check.expect_eq_const %w#2, dense<3> : tensor<4xi32>
  func.return
}

// -----

// The limit is a value.
func.func @value() {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<1> : tensor<i32>
  %given = stablehlo.constant dense<7> : tensor<i32>
  %n = stablehlo.optimization_barrier %given : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i32>, tensor<i32>, tensor<4xi32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %j, %i, %more : tensor<i32>, tensor<i32>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<7> : tensor<i32>
  check.expect_eq_const %w#1, dense<6> : tensor<i32>
  check.expect_eq_const %w#2, dense<7> : tensor<4xi32>
  func.return
}

// -----

// The limit is a value, and the steps might go around it.
func.func @value_by_steps() {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %step = stablehlo.constant dense<2> : tensor<i32>
  %given = stablehlo.constant dense<7> : tensor<i32>
  %n = stablehlo.optimization_barrier %given : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<4xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<4xi32>
  %w:3 = stablehlo.while(%i = %first, %before = %first, %turns = %zeros) : tensor<i32>, tensor<i32>, tensor<4xi32>
   cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<4xi32>
    %more = stablehlo.add %turns, %one : tensor<4xi32>
    %j = stablehlo.add %i, %step : tensor<i32>
    stablehlo.return %j, %i, %more : tensor<i32>, tensor<i32>, tensor<4xi32>
  }
  check.expect_eq_const %w#0, dense<8> : tensor<i32>
  check.expect_eq_const %w#1, dense<6> : tensor<i32>
  check.expect_eq_const %w#2, dense<4> : tensor<4xi32>
  func.return
}

// -----

// Loops in loops, the inner one as far as the outer one has come.
func.func @nested() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %five = stablehlo.constant dense<5> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<3xi32>
  %zeros = stablehlo.optimization_barrier %none : tensor<3xi32>
  %w:2 = stablehlo.while(%i = %zero, %sum = %zeros) : tensor<i32>, tensor<3xi32>
   cond {
    %c = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %v:2 = stablehlo.while(%k = %zero, %inner = %sum) : tensor<i32>, tensor<3xi32>
     cond {
      %c = stablehlo.compare GT, %i, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %product = stablehlo.multiply %i, %k : tensor<i32>
      %products = stablehlo.broadcast_in_dim %product, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %more = stablehlo.add %inner, %products : tensor<3xi32>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %l, %more : tensor<i32>, tensor<3xi32>
    }
    %j = stablehlo.add %one, %i : tensor<i32>
    stablehlo.return %j, %v#1 : tensor<i32>, tensor<3xi32>
  }
  check.expect_eq_const %w#0, dense<5> : tensor<i32>
  check.expect_eq_const %w#1, dense<35> : tensor<3xi32>
  func.return
}
