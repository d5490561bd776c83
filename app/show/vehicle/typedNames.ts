/** Parses typed makes and models. Pure: a problem is a sentence for people. */
import { cleanText } from '#shared/define.ts'
import { MAKES, MORE_MAKES } from '#shared/vehicles/makes.ts'
import { vehicleProblem } from '#shared/vehicles/vehicle.ts'
import { t } from '#shared/words/words.ts'

const MAX_NAME = 60

/** A make in its tile's spelling, or as typed. */
export function readMake(text: string): { make: string } | { problem: string } {
  const typed = cleanText(text).trim()
  if (typed === '') return { problem: t('Type the make, for example Lancia.') }
  if (typed.length > MAX_NAME)
    return {
      problem: t('A make can have {max} characters, this has {length}.', {
        max: MAX_NAME,
        length: String(typed.length),
      }),
    }
  const isSame = (name: string) => name.toLowerCase() === typed.toLowerCase()
  const make = [...MAKES, ...MORE_MAKES].find(isSame) ?? typed
  const problem = t('That cannot be the name of a make.')
  return vehicleProblem({ year: 2000, make, model: 'x' }) ? { problem } : { make }
}

export function readModel(text: string): { model: string } | { problem: string } {
  const model = cleanText(text).trim()
  if (model === '') return { problem: t('Type the model, for example S4.') }
  if (model.length > MAX_NAME)
    return {
      problem: t('A model can have {max} characters, this has {length}.', {
        max: MAX_NAME,
        length: String(model.length),
      }),
    }
  const problem = t('That cannot be the name of a model.')
  return vehicleProblem({ year: 2000, make: 'x', model }) ? { problem } : { model }
}
