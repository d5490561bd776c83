import type { Context } from 'koa'
import type { Job } from '#shared/catalogue/job.ts'
import { t } from '#shared/words/words.ts'
import type { Jobs } from '../../jobs/jobRunner.ts'

const FILES: readonly Job['kind'][] = ['feed', 'source', 'undo']

/** Long jobs run one at a time: 409, with the active one as `job`. */
export function refuseBusy(ctx: Context, job: Job | null): null {
  ctx.status = 409
  ctx.body = {
    error:
      job && FILES.includes(job.kind)
        ? t('A file is being imported already. Wait for its end, or cancel it.')
        : t('Parts are being loaded already. Wait for its end, or cancel it.'),
    code: 'busy',
    job,
  }
  return null
}

/** 202 with the job's id, or a 409 as above. */
export function answerBegun(
  ctx: Context,
  jobs: Pick<Jobs, 'poke'>,
  begun: { id: string } | { busy: Job | null },
): void {
  if ('busy' in begun) {
    refuseBusy(ctx, begun.busy)
    return
  }
  jobs.poke()
  ctx.status = 202
  ctx.body = { id: begun.id }
}
