import { deepEqual, equal, rejects } from 'node:assert/strict'
import {
  buildSchema,
  getModelForClass,
  index,
  mongoose,
  pre,
  prop,
  Severity,
  setGlobalOptions,
} from '@typegoose/typegoose'

setGlobalOptions({ options: { allowMixed: Severity.ALLOW } })
class Owner {
  name
}
prop({ type: String, required: true })(Owner.prototype, 'name')
class Pet {
  name
  owner
  age
  get label() {
    return `${this.name} (${this.age})`
  }
  static ofAge(age) {
    return this.find({ age: { $gte: age } }).sort({ name: 1 })
  }
}
prop({ type: String, required: true, unique: true })(Pet.prototype, 'name')
prop({ type: Number, default: 1, min: 0 })(Pet.prototype, 'age')
prop({ ref: () => Owner })(Pet.prototype, 'owner')
pre('save', function () {
  this.name = this.name.trim()
})(Pet)
index({ age: 1 })(Pet)
await mongoose.connect(process.env.MONGODB_URI, { dbName: 'pets' })
const [Owners, Pets] = [getModelForClass(Owner), getModelForClass(Pet)]
await Pets.init()
const ada = await Owners.create({ name: 'Ada' })
await Pets.create([
  { name: ' Tom ', age: 3, owner: ada },
  { name: 'Rex', age: 5 },
])
await rejects(Pets.create({ name: 'Tom' }), { code: 11000 })
await rejects(Pets.create({ name: 'Old', age: -1 }), { name: 'ValidationError' })
deepEqual(
  (await Pets.ofAge(3)).map(({ label }) => label),
  ['Rex (5)', 'Tom (3)'],
)
equal((await Pets.findOne({ name: 'Tom' }).populate('owner')).owner.name, 'Ada')
await mongoose.connection.transaction(async (session) => {
  const pet = await Pets.findOne({ name: 'Rex' }).session(session)
  pet.age += 1
  await pet.save({ session })
})
equal((await Pets.findOne({ name: 'Rex' })).age, 6)
deepEqual(await Pets.syncIndexes(), [])
equal(buildSchema(Pet).path('age').instance, 'Number')
await mongoose.disconnect()
console.log('ok')
