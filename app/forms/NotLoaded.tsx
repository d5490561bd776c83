import type { ReactNode } from 'react'

import type { ServerData } from './useServerData.ts'

import { t } from '#shared/words/words.ts'
import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../ui/blocks/icons.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { isStatus, isUnanswered, serverWords } from './failureWords.ts'

/** In the place of what the server has not said: it is coming, or why it is not. */
export function NotLoaded({
  from: { error, isLoading, reload },
  loading,
  rows,
  failed,
  otherwise,
  none,
  action = <Button onClick={reload}>{t('Try again')}</Button>,
}: {
  from: Pick<ServerData<unknown>, 'error' | 'isLoading' | 'reload'>
  loading: string
  rows: number
  failed: string
  /** Said where the server answered, and says nothing. */
  otherwise?: string
  /** For what the server does not have. */
  none?: { title: string; text: string }
  action?: ReactNode
}) {
  if (isLoading) return <Skeleton label={loading} rows={rows} />
  const known = isStatus(error, 404) ? none : undefined
  const offline = t('Please check your connection and try again')
  const text = isUnanswered(error) ? offline : serverWords(error, otherwise ?? offline)
  return (
    <EmptyState
      role="alert"
      mark={<CircleAlertIcon />}
      title={known?.title ?? failed}
      text={known?.text ?? text}
      action={action}
    />
  )
}
