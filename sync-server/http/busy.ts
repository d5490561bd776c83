import type { Context } from 'koa'
import type { Job } from '#shared/catalogue/job.ts'

const FILES: readonly Job['kind'][] = ['feed', 'source', 'undo']

/** Long work is done one at a time: 409, with the job that is in the way as `job`. */
export function refuseBusy(ctx: Context, job: Job | null): null {
  ctx.status = 409
  const what =
    job && FILES.includes(job.kind) ? 'A file is being imported' : 'Parts are being loaded'
  ctx.body = { error: `${what} already. Wait for its end, or cancel it.`, code: 'busy', job }
  return null
}
