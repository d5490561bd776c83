/** Makes and models as they are typed. Pure: a problem is a sentence for people. */
import { cleanText } from '#shared/kinds/define.ts'
import { MAKES, MORE_MAKES } from '#shared/vehicles/makes.ts'
import { vehicleProblem } from '#shared/vehicles/vehicle.ts'

const MAX_NAME = 60

/** A make as its tile has it, or as it was typed. */
export function readMake(text: string): { make: string } | { problem: string } {
  const typed = cleanText(text).trim()
  if (typed === '') return { problem: 'Type the make, for example Lancia.' }
  if (typed.length > MAX_NAME)
    return { problem: `A make can have ${MAX_NAME} characters, this has ${typed.length}.` }
  const isSame = (name: string) => name.toLowerCase() === typed.toLowerCase()
  const make = [...MAKES, ...MORE_MAKES].find(isSame) ?? typed
  const problem = 'That cannot be the name of a make.'
  return vehicleProblem({ year: 2000, make, model: 'x' }) ? { problem } : { make }
}

export function readModel(text: string): { model: string } | { problem: string } {
  const model = cleanText(text).trim()
  if (model === '') return { problem: 'Type the model, for example S4.' }
  if (model.length > MAX_NAME)
    return { problem: `A model can have ${MAX_NAME} characters, this has ${model.length}.` }
  const problem = 'That cannot be the name of a model.'
  return vehicleProblem({ year: 2000, make: 'x', model }) ? { problem } : { model }
}
