import { tell, type Told } from '../words/told.ts'

/** An expected failure of a job: its sentence is shown. */
export class JobFailure extends Error {
  override name = 'JobFailure'

  constructor(sentence: Told, options?: ErrorOptions) {
    super(sentence, options)
  }
}

/** Shown for an unexpected failure. */
export const OUR_SIDE = tell('Something went wrong on our side.')
