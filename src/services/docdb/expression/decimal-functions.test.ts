import { Decimal128 } from 'mongodb'
import { expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'
import { valueOf } from './expression.fixture.ts'

// Every digit is that of the function's value, from tables of these functions.

const it = databaseTest()

const decimal = (text: string) => Decimal128.fromString(text)

it.for<readonly [expression: object, value: string]>([
  [{ $exp: decimal('1') }, '2.718281828459045235360287471352662'],
  [{ $exp: decimal('-1') }, '0.3678794411714423215955237701614609'],
  [{ $exp: decimal('100.5') }, '4.431955909845895416010706197956482E+43'],
  [{ $exp: decimal('20000') }, 'Infinity'],
  [{ $exp: decimal('-Infinity') }, '0'],
  [{ $ln: decimal('10') }, '2.302585092994045684017991454684364'],
  [{ $ln: decimal('2.718281828459045235360287471352662') }, '0.9999999999999999999999999999999998'],
  [{ $log10: decimal('1000') }, '3'],
  [{ $log: [decimal('10'), decimal('10')] }, '1'],
  [{ $log: [decimal('2'), decimal('10')] }, '0.3010299956639811952137388947244930'],
  [{ $pow: [decimal('10.0'), -2] }, '0.01000000000000000000000000000000000'],
  [{ $pow: [0.5, decimal('-1')] }, '2.000000000000000000000000000000000'],
  [{ $pow: [decimal('-2'), 3] }, '-8.000000000000000000000000000000000'],
  [{ $pow: [5, decimal('-112')] }, '5.192296858534827628530496329220096E-79'],
  [{ $pow: [decimal('2'), decimal('0.5')] }, '1.414213562373095048801688724209698'],
  [{ $sin: decimal('1') }, '0.8414709848078965066525023216302990'],
  [{ $sin: decimal('0') }, '0'],
  [{ $sin: decimal('3.141592653589793238462643383279503') }, '-1.158028306006248941790250554076922E-34'],
  [{ $cos: decimal('0') }, '1'],
  [{ $cos: decimal('2') }, '-0.4161468365471423869975682295007622'],
  [{ $tan: decimal('1.5') }, '14.10141994717171938764608365198776'],
  [{ $asin: decimal('1') }, '1.570796326794896619231321691639751'],
  [{ $asin: decimal('0.5') }, '0.5235987755982988730771072305465838'],
  [{ $acos: decimal('-1') }, '3.141592653589793238462643383279503'],
  [{ $acos: decimal('1') }, '0'],
  [{ $atan: decimal('1') }, '0.7853981633974483096156608458198757'],
  [{ $atan: decimal('-Infinity') }, '-1.570796326794896619231321691639751'],
  [{ $atan2: [decimal('1'), decimal('-1')] }, '2.356194490192344928846982537459627'],
  [{ $atan2: [decimal('-1'), 0] }, '-1.570796326794896619231321691639751'],
  [{ $atan2: [decimal('0'), -1] }, '3.141592653589793238462643383279503'],
  [{ $atan2: [decimal('Infinity'), decimal('-Infinity')] }, '2.356194490192344928846982537459627'],
  [{ $sinh: decimal('1') }, '1.175201193643801456882381850595601'],
  [{ $sinh: decimal('1E-10') }, '1.000000000000000000001666666666667E-10'],
  [{ $cosh: decimal('1') }, '1.543080634815243778477905620757062'],
  [{ $tanh: decimal('0.5') }, '0.4621171572600097585023184836436725'],
  [{ $tanh: decimal('-Infinity') }, '-1'],
  [{ $asinh: decimal('1') }, '0.8813735870195430252326093249797923'],
  [{ $asinh: decimal('-1E-12') }, '-9.999999999999999999999998333333333E-13'],
  [{ $acosh: decimal('2') }, '1.316957896924816708625046347307968'],
  [{ $atanh: decimal('0.5') }, '0.5493061443340548456976226184612629'],
  [{ $atanh: decimal('-1') }, '-Infinity'],
  [{ $degreesToRadians: decimal('180') }, '3.141592653589793238462643383279503'],
  [{ $radiansToDegrees: decimal('3.141592653589793238462643383279503') }, '180.0000000000000000000000000000000'],
])('%j is %s', async ([expression, value], { client }) => {
  expect(String(await valueOf(client, expression))).toBe(value)
})
