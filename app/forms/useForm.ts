/** A form: what is typed, what is wrong with it and when to say so, and one sending at a time. */
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'

import { ApiError } from '../data/api/api.ts'
import { keepStored, readStored } from '../data/device/readStored.ts'
import { callWords, isCancelled } from './failureWords.ts'
import { dismissToast, toast, useToasts } from '../ui/browser/toast.ts'
import { type Later, say } from '#shared/words/words.ts'

type Values = Record<string, string | boolean | object | null>
type Name<T> = keyof T & string

/** The part of a zod schema that a form needs. */
interface Schema<T> {
  safeParse: (
    values: unknown,
  ) =>
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
}

export interface Failure {
  title: Later
  /** Text of the toast. */
  text: (error: unknown) => string
  /** Text at the field or below the form; by default the toast's. */
  note?: (error: unknown) => string
}

/** Told by the server's own words, else by these. */
export const failsAs = (title: Later, otherwise: Later): Failure => ({
  title,
  text: (error) => callWords(error, say(otherwise)),
})

export interface Form<T> {
  values: T
  isPending: boolean
  /** Error of the last submit, '' for none or where a field shows it. */
  failure: string
  /** Problems of a field to show now. */
  problemsOf: (name: Name<T>) => string[]
  set: (name: Name<T>, value: Values[string]) => void
  /** Props of a field: validates it on blur. */
  leave: (name: Name<T>) => { name: string; onBlur: (event: FocusEvent) => void }
  /** Shows a problem found by the submit at its field, and focuses that. */
  refuse: (name: Name<T>, problem: string) => void
  /** After a successful submit: no validation until the next input. */
  settle: () => void
  formProps: {
    ref: React.RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
}

/** A press blurs the field first; an error appearing then would move the button away. */
const JUDGE_AFTER_MS = 200

/**
 * @param options.send submits valid values; its errors show in a toast, and at the field the server
 *   names or below the form. Refusing a field and returning false is no failure.
 * @param options.kept name under which the typed text is kept for this tab: a reload loses nothing
 */
export function useForm<T extends Values>(options: {
  schema: Schema<Partial<T>>
  initial: T
  failed: Failure
  send: (values: T) => Promise<unknown>
  kept?: string
}): Form<T> {
  const { schema, initial, failed, send, kept } = options
  const [begun] = useState(() => keptOr(initial, kept))
  const [values, setValues] = useState(begun)
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string | undefined>>({})
  const [failure, setFailure] = useState('')
  const [isPending, setPending] = useState(false)
  // Incremented to focus the first invalid field.
  const [attempt, setAttempt] = useState(0)
  const isSending = useRef(false)
  const toastId = useRef(0)
  // Whether the failure is about the values, so that typing clears it.
  const isOfTyped = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const isHere = useRef(false)

  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  useEffect(() => {
    if (kept && values !== begun) keepStored(sessionStorage, kept, values)
  }, [kept, values, begun])

  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])

  const parsed = schema.safeParse(values)
  const issues = parsed.success ? [] : parsed.error.issues

  function problemsOf(name: Name<T>): string[] {
    const own = judged.has(name)
      ? issues.filter(({ path }) => path[0] === name).map(({ message }) => message)
      : []
    return [...new Set([...own, ...(refused[name] ? [refused[name]] : [])])]
  }

  function refuse(name: Name<T>, problem: string) {
    setRefused((before) => ({ ...before, [name]: problem }))
    setAttempt((before) => before + 1)
  }

  function set(name: Name<T>, value: Values[string]) {
    setValues((before) => ({ ...before, [name]: value }))
    const isOver = refused[name] !== undefined || (failure !== '' && isOfTyped.current)
    if (!isOver) return
    setRefused((before) => ({ ...before, [name]: undefined }))
    if (isOfTyped.current) setFailure('')
    dismissToast(toastId.current)
  }

  async function submit() {
    if (isSending.current) return
    // Autofill may have changed fields without events.
    const typed = { ...values, ...readFields(form.current, values) }
    setValues(typed)
    setJudged(new Set(Object.keys(typed)))
    setRefused({})
    setFailure('')
    // The old failure's toast would delay the new one.
    dismissToast(toastId.current)
    if (!schema.safeParse(typed).success) {
      setAttempt((before) => before + 1)
      return
    }
    isSending.current = true
    setPending(true)
    try {
      await send(typed)
    } catch (error) {
      if (isCancelled(error)) return
      const text = failed.text(error)
      toast({ title: say(failed.title), text, tone: 'error' })
      toastId.current = useToasts.getState().shown?.id ?? 0
      const field = error instanceof ApiError ? error.field : undefined
      const note = failed.note?.(error) ?? text
      isOfTyped.current = isAboutTyped(error)
      if (field !== undefined && field in values) refuse(field, note)
      else setFailure(note)
    } finally {
      isSending.current = false
      setPending(false)
    }
  }

  return {
    values,
    isPending,
    failure,
    problemsOf,
    set,
    leave: (name) => ({
      name,
      onBlur: ({ target }) => {
        setTimeout(() => {
          // An empty field is no mistake yet, nor is one that was sent and cleared.
          const isEmpty = 'value' in target && target.value === ''
          if (isHere.current && !isEmpty) setJudged((before) => new Set([...before, name]))
        }, JUDGE_AFTER_MS)
      },
    }),
    refuse,
    settle: () => {
      setJudged(new Set())
      setRefused({})
    },
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
  }
}

function keptOr<T extends Values>(initial: T, kept: string | undefined): T {
  const stored = kept ? readStored(sessionStorage, kept) : null
  return { ...initial, ...(stored as Partial<T> | null) }
}

/** Not for network errors or rate limits: other values would not help. */
function isAboutTyped(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && !error.retryAfter
}

function readFields<T extends Values>(form: HTMLFormElement | null, values: T): Partial<T> {
  const typed: Record<string, string> = {}
  for (const name of Object.keys(values)) {
    const field = form?.elements.namedItem(name)
    const isText = field instanceof HTMLInputElement && field.type !== 'checkbox'
    if (isText || field instanceof HTMLTextAreaElement) typed[name] = field.value
  }
  return typed as Partial<T>
}
