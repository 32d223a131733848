module @loop_states {
  func.func public @main(%height: tensor<20x37xf32>, %speed: tensor<20x37xf32>, %weights: tensor<22x39xf32>) -> (tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xi16>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %count = stablehlo.constant dense<0> : tensor<20x37xi16>
    %0:4 = stablehlo.while(%i = %zero, %u = %height, %v = %speed, %n = %count) : tensor<i32>, tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xi16>
    cond {
      %limit = stablehlo.constant dense<7> : tensor<i32>
      %1 = stablehlo.compare LT, %i, %limit, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      // rows of 37 elements, whose last vector overlaps the one before
      %border = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %padded = stablehlo.pad %u, %border, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<20x37xf32>, tensor<f32>) -> tensor<22x39xf32>
      %above = stablehlo.slice %padded [0:20, 1:38] : (tensor<22x39xf32>) -> tensor<20x37xf32>
      %below = stablehlo.slice %padded [2:22, 1:38] : (tensor<22x39xf32>) -> tensor<20x37xf32>
      %left = stablehlo.slice %padded [1:21, 0:37] : (tensor<22x39xf32>) -> tensor<20x37xf32>
      %right = stablehlo.slice %padded [1:21, 2:39] : (tensor<22x39xf32>) -> tensor<20x37xf32>
      %vertical = stablehlo.add %above, %below : tensor<20x37xf32>
      %horizontal = stablehlo.add %left, %right : tensor<20x37xf32>
      %around = stablehlo.add %vertical, %horizontal : tensor<20x37xf32>
      %quarter = stablehlo.constant dense<2.500000e-01> : tensor<20x37xf32>
      %mean = stablehlo.multiply %around, %quarter : tensor<20x37xf32>
      %force = stablehlo.subtract %mean, %u : tensor<20x37xf32>
      %inner = stablehlo.slice %weights [1:21, 1:38] : (tensor<22x39xf32>) -> tensor<20x37xf32>
      %change = stablehlo.multiply %force, %inner : tensor<20x37xf32>
      %faster = stablehlo.add %v, %change : tensor<20x37xf32>
      %step = stablehlo.multiply %faster, %quarter : tensor<20x37xf32>
      %moved = stablehlo.add %u, %step : tensor<20x37xf32>
      %rises = stablehlo.compare GT, %step, %force, FLOAT : (tensor<20x37xf32>, tensor<20x37xf32>) -> tensor<20x37xi1>
      %bit = stablehlo.convert %rises : (tensor<20x37xi1>) -> tensor<20x37xi16>
      %more = stablehlo.add %n, %bit : tensor<20x37xi16>
      stablehlo.return %next, %moved, %faster, %more : tensor<i32>, tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xi16>
    }
    return %0#1, %0#2, %0#3 : tensor<20x37xf32>, tensor<20x37xf32>, tensor<20x37xi16>
  }
}
