import { tell, type Told } from '../words/told.ts'

/** An expected end of a job: its sentence is shown. */
export class JobFailure extends Error {
  override name = 'JobFailure'

  constructor(sentence: Told, options?: ErrorOptions) {
    super(sentence, options)
  }
}

/** What is said of a job that failed as nobody expected. */
export const OUR_SIDE = tell('Something went wrong on our side.')
