// Cuts a failing seed down to the fewest steps with which it still fails for the
// same reason (delta debugging, Zeller and Hildebrandt 2002), and then lets as many of them as
// possible happen on a faultless network.
import { kindOf, SeedRunner } from './seedRuns.mjs'

/** Prints what is left, and how to run exactly that again. */
export async function shrink(bundle, seed) {
  let runner = new SeedRunner(bundle)
  let runs = 0
  const tryWith = async (options) => {
    runs++
    if (!runner.isAlive) runner = new SeedRunner(bundle)
    const { failed } = await runner.run({ first: seed, last: seed, options })
    return failed[0] ?? null
  }
  const whole = await tryWith({})
  if (!whole) {
    console.log(`seed ${seed} does not fail`)
    process.exit(0)
  }
  const kind = kindOf(whole.message)
  const fails = async (options) => {
    const failure = await tryWith(options)
    return failure !== null && kindOf(failure.message) === kind
  }
  const numbers = (whole.steps ?? []).map((step) => Number.parseInt(step, 10)).filter(Boolean)
  console.log(`seed ${seed} fails (${kind}) after ${numbers.length} steps`)
  const only = await fewest(numbers, (list) => fails({ only: list }))
  const calm = []
  for (const number of only) if (await fails({ only, calm: [...calm, number] })) calm.push(number)
  const left = await tryWith({ only, calm })
  runner.close()
  console.log(left.message.split('\n')[0])
  console.log(`${only.length} steps are left after ${runs} runs, ${calm.length} on a calm network:`)
  for (const step of left.steps ?? []) {
    const isCalm = calm.includes(Number.parseInt(step, 10))
    console.log(`    ${step}${isCalm ? '' : '   (as the network was)'}`)
  }
  const more = calm.length > 0 ? ` --calm ${calm.join()}` : ''
  console.log(`again: npm run simulate -- --seed ${seed} --only ${only.join()}${more}`)
}

/** The smallest part of a list that still fails, as far as leaving out finds it. */
async function fewest(list, fails) {
  let left = list
  for (let parts = 2; left.length > 1;) {
    const size = Math.ceil(left.length / parts)
    let isSmaller = false
    for (let at = 0; at < left.length; at += size) {
      const without = left.filter((_, place) => place < at || place >= at + size)
      if (without.length === 0 || !(await fails(without))) continue
      left = without
      isSmaller = true
      at -= size
    }
    if (isSmaller) parts = Math.max(2, parts - 1)
    else if (size === 1) break
    else parts = Math.min(left.length, parts * 2)
  }
  return left
}
