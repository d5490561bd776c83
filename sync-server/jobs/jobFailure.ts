/** An expected end of a job: its sentence is shown. */
export class JobFailure extends Error {
  override name = 'JobFailure'
}
