/** Reported comments and kits. */
import { Link } from 'react-router-dom'

import { kitReportsPage, reportsPage } from '#shared/admin/people.ts'
import { links } from '#shared/links.ts'
import { inContext, later, many, say, t } from '#shared/words/words.ts'
import styles from '../../forms/forms.module.css'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { T } from '../../ui/words/T.tsx'
import type { Act } from './acts.tsx'
import { decideOn, kitName, showKit } from './adminData.ts'
import { AdminList, Small } from './AdminList.tsx'
import { usePages } from './usePages.ts'

interface Decided {
  onDecided: () => void
}

const reportWords = (count: number) => many(count, '{count} report', '{count} reports')
const reasonWords = (reasons: string[]) => (reasons.length > 0 ? `: ${reasons.join('; ')}` : '')
const NOT_DECIDED = later('The report could not be decided. Please try again.')

const dismissal = (list: 'reports' | 'kit-reports', id: string, label: string): Act => ({
  name: inContext('report', 'Dismiss'),
  label,
  call: () => decideOn(list, id, 'dismiss'),
  said: { title: t('Report dismissed') },
})

/** Comments that readers found fault with. */
export function AdminReports({ onDecided }: Decided) {
  const from = usePages('/api/admin/reports', reportsPage, ({ reports }) => reports)
  return (
    <AdminList
      title={t('Reported comments')}
      from={from}
      loading={t('Loading reports...')}
      count={from.data?.length}
      empty={[t('No reports'), t('Nobody reported a comment.')]}
      more="reportedComments"
      file="reported-comments"
      failed={say(NOT_DECIDED)}
      onDone={onDecided}
      row={(report, when) => {
        const { author, commentId, content, count } = report
        return {
          key: commentId,
          title: author,
          badges: [[reportWords(count), 'wait']],
          more: (
            <>
              <p className={styles.quote}>{content}</p>
              <Small>
                <T
                  text="On {kit}, first reported {time}"
                  kit={<Link to={links.kit(report.buildId)}>{kitName(report)}</Link>}
                  time={when(report.reportedAt)}
                />
                {reasonWords(report.reasons)}
              </Small>
            </>
          ),
          acts: [
            {
              name: t('Delete'),
              label: t('Delete the comment of {author}', { author }),
              variant: 'danger',
              question: {
                title: t('Delete this comment?'),
                words: [t('Delete the comment'), t('Deleting...')],
                needsReason: true,
                quote: content,
                text: t('It goes for everybody.'),
              },
              call: (reason) => decideOn('reports', commentId, 'delete', reason),
              said: { title: t('Comment deleted') },
            },
            dismissal(
              'reports',
              commentId,
              t('Dismiss the report of the comment of {author}', { author }),
            ),
          ],
        }
      }}
    />
  )
}

/** Kits that readers found fault with. */
export function AdminKitReports({ onDecided }: Decided) {
  const from = usePages('/api/admin/kit-reports', kitReportsPage, ({ reports }) => reports)
  const { run, failure } = useAction(say(NOT_DECIDED))

  async function handleUndo(kitId: string) {
    if (await run(() => showKit(kitId), { title: t('Kit shown again') })) onDecided()
  }

  return (
    <AdminList
      title={t('Reported kits')}
      from={from}
      loading={t('Loading reported kits...')}
      count={from.data?.length}
      empty={[t('No reported kits'), t('Nobody reported a kit.')]}
      more="reportedKits"
      file="reported-kits"
      after={<FormResult text={failure} />}
      failed={say(NOT_DECIDED)}
      onDone={onDecided}
      row={(report, when) => {
        const { kitId, hidden } = report
        const name = kitName(report)
        const undo = { label: t('Undo'), onPress: () => void handleUndo(kitId) }
        return {
          key: kitId,
          title: <Link to={links.kit(report.buildId)}>{name}</Link>,
          badges: [[reportWords(report.count), 'wait'], hidden && [t('Hidden already'), 'info']],
          text: `${t('First reported {time}', { time: when(report.reportedAt) })}${reasonWords(report.reasons)}`,
          acts: [
            !hidden && {
              name: t('Hide'),
              label: t('Hide {name}', { name }),
              variant: 'danger',
              question: {
                title: t('Hide this kit?'),
                words: [t('Hide the kit'), t('Hiding...')],
                needsReason: true,
                quote: name,
                text: t('Nobody but its owner finds it any more.'),
              },
              call: (reason) => decideOn('kit-reports', kitId, 'hide', reason),
              said: { title: t('Kit hidden'), text: name, action: undo },
            },
            dismissal('kit-reports', kitId, t('Dismiss the report of {name}', { name })),
          ],
        }
      }}
    />
  )
}
