/** Acts on a thing of the desk: what is pressed, what is asked before, and what is called. */
import type { ReactNode } from 'react'

import { t } from '#shared/words/words.ts'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { FormResult } from '../../forms/FormParts.tsx'
import styles from '../../forms/forms.module.css'
import { useDecision } from '../../forms/useDecision.ts'
import type { Toast } from '../../ui/browser/toast.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'

export interface Question {
  title: string
  /** Labels of its button: idle, and while the call runs. */
  words: readonly [idle: string, busy: string]
  variant?: 'primary' | 'danger'
  /** A reason is required and sent to the person concerned. */
  needsReason?: boolean
  choice?: { label: string; choices: readonly (readonly [value: string, name: string])[] }
  /** The thing concerned, in its own words. */
  quote?: string
  /** Consequences, in sentences. */
  text: ReactNode
}

export interface Act {
  name: string
  /** The name with that of its thing, where a screen has several. */
  label?: string
  variant?: 'primary' | 'danger'
  /** Cannot be done now. */
  isOff?: boolean
  /** Leads elsewhere. */
  to?: string
  /** Opens in the row, in place of its acts. */
  form?: (onClose: () => void, press: (act: Act) => void) => ReactNode
  onPress?: () => void
  /** Whether what it opens is open. */
  isExpanded?: boolean
  /** Asked before the call. */
  question?: Question
  /** @param reason '' where none is needed @param chosen of the question's choice */
  call?: (reason: string, chosen: string) => Promise<unknown>
  /** Said once it is done. */
  said?: Toast
  /** Offered beside what is said: takes the act back. */
  undo?: { call: () => Promise<unknown>; said: string }
}

/** Acts with a condition: false for none. */
export type Acts = readonly (Act | false)[]

export interface Acting {
  press: (act: Act) => void
  isBusy: boolean
}

/**
 * Carries out acts, one at a time.
 * @param onDone after each call
 * @param otherwise said where it failed and the server says nothing
 * @returns also why the last call failed and the question that is asked, to be placed on the screen
 */
export function useActs(onDone: () => void, otherwise?: string): Acting & { result: ReactNode } {
  const { asked, ask, decide, isBusy, failure, question } = useDecision<Act>(onDone, otherwise)
  const { title = '', words, quote, text, ...rest } = asked?.question ?? {}

  function carryOut({ call, said, undo }: Act, reason = '', chosen = '') {
    if (!call) return
    const action = undo && {
      label: t('Undo'),
      onPress: () => void decide(undo.call, { title: undo.said }),
    }
    void decide(() => call(reason, chosen), said && { ...said, ...(action && { action }) })
  }

  function press(act: Act) {
    if (act.isOff) return
    act.onPress?.()
    if (act.question) ask(act)
    else carryOut(act)
  }

  const result = (
    <>
      {failure !== undefined && <FormResult text={failure} />}
      <AdminConfirm
        {...question}
        {...rest}
        title={title}
        words={{ idle: words?.[0] ?? '', busy: words?.[1] ?? '' }}
        onConfirm={(reason, chosen) => asked && carryOut(asked, reason, chosen)}
      >
        {quote !== undefined && <p className={styles.quote}>{quote}</p>}
        {typeof text === 'string' ? <p>{text}</p> : text}
      </AdminConfirm>
    </>
  )
  return { press, isBusy, result }
}

/** Buttons of acts, without a box around them. */
export function ActButtons({ acts, of: { press, isBusy } }: { acts: Acts; of: Acting }) {
  return acts.map((act) => {
    if (!act) return null
    const { name, label, variant, to, isOff = false, isExpanded, question, call } = act
    const look = { ...(variant && { variant }), ...(label && { 'aria-label': label }) }
    if (to !== undefined) {
      return (
        <LinkButton key={name} to={to} {...look}>
          {name}
        </LinkButton>
      )
    }
    const isWaiting = isBusy && call !== undefined && !question
    return (
      <Button
        key={name}
        {...look}
        aria-disabled={isOff || isWaiting}
        aria-expanded={isExpanded}
        onClick={() => press(act)}
      >
        {name}
      </Button>
    )
  })
}
