import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { type Answer, type AnyCall, CallFailed, type Calls, type Client, type Sent } from '#contract/call.ts'
import { brokenFields } from '#contract/form.ts'
import { client } from '#web/client/client.ts'
import { type Draft, useDraft } from '../draft.tsx'
import { doneNotice } from '../notices.tsx'
import { useRuleWording } from '../wording.ts'
import { bindings } from './bindings.ts'
import { useRefresh } from './callQuery.ts'
import { emptyOf, type Fields, inputOf, isRequired, rulesOf } from './schema.ts'

/** The value of a field; '' for an empty number. A choice begins with one of its values, by `start`. */
type FieldValue<T> = T extends number ? T | '' : T
/** The values of a form: every field of the call's input. */
export type Values<C extends AnyCall> = { [K in keyof Sent<C> & string]-?: FieldValue<NonNullable<Sent<C>[K]>> }
type Having<C extends AnyCall, T> = { [K in keyof Values<C>]: T extends Values<C>[K] ? K : never }[keyof Values<C>]
/** A field of a record in a list: `questions.0.answer`. */
type InList = `${string}.${number}.${string}`
type Broken<C extends AnyCall> = { readonly [K in keyof Values<C> | InList]?: string | false | undefined }
type OneOf<C extends AnyCall, K extends keyof Values<C>> = Values<C>[K] & string

interface Setting<C extends AnyCall> {
  /** Initial values, and ids that no field shows. The rest is empty, or the server's default. */
  start?: Partial<Values<C>>
  /** Checks beyond the schema: the broken rule of each field, by its name in errors.json. */
  check?: (values: Values<C>) => Broken<C>
  /** Wording for a field that breaks a rule, instead of the rule's own. */
  says?:
    | { readonly [K in keyof Values<C>]?: string | undefined }
    | ((field: string, rule: string) => string | undefined)
  /** Sends changed input, or makes another call with the same answer. */
  send?: (input: Sent<C>, values: Values<C>) => Promise<Answer<C>>
  /** Sends only changed fields, so that concurrent changes of other fields stay. */
  changesOnly?: boolean
  /** A confirmation before sending, where it has consequences. */
  confirm?: (values: Values<C>) => Question | undefined
  /** Keeps a draft in this browser under this name, which contains the person's id. */
  draft?: string
  /** The notice after success. */
  done?: string | ((answer: Answer<C>, values: Values<C>) => string)
  onDone?: (answer: Answer<C>, values: Values<C>) => unknown
  /** Empties the form after success, for the next record. */
  again?: boolean
}

interface Question {
  readonly title: string
  readonly body: ReactNode
  readonly act: string
}

interface Bound<V, E = V> {
  readonly value: V
  readonly onChange: (next: E) => void
  readonly error?: string
}
type Typing = string | { readonly currentTarget: { readonly value: string } }
export type TextProps = Bound<string, Typing> & { readonly required: boolean; readonly maxLength?: number }
export type NumberProps = Bound<number | '', number | string> & { readonly min?: number; readonly max?: number }

export interface CallForm<C extends AnyCall> {
  readonly values: Values<C>
  readonly set: (values: Partial<Values<C>>) => void
  /** What a text field needs, with `required` and `maxLength` by the schema: `<TextInput {...form.text('email')} />`. */
  readonly text: (field: Having<C, string> | InList) => TextProps
  /** What a `NumberInput` needs, with `min` and `max` by the schema. */
  readonly number: (field: Having<C, number>) => NumberProps
  /** What a `Checkbox` or `Switch` needs. */
  readonly flag: (field: Having<C, boolean>) => {
    checked: boolean
    onChange: (event: { readonly currentTarget: { readonly checked: boolean } }) => void
    error?: string
  }
  /** What a `Select`, `MultiSelect` or `Radio.Group` needs. */
  readonly choice: <K extends keyof Values<C>>(field: K) => Bound<Values<C>[K], Values<C>[K] | string | null>
  /** The values that the schema offers for a field, each with its word. */
  readonly options: <K extends keyof Values<C>>(
    field: K,
    word: (value: OneOf<C, K>) => string,
  ) => { value: OneOf<C, K>; label: string }[]
  readonly submit: (event?: FormEvent<HTMLFormElement>) => void
  readonly isSending: boolean
  readonly isChanged: boolean
  /** The open confirmation; `send` fails as the call does. */
  readonly question: (Question & { readonly send: () => Promise<unknown>; readonly close: () => void }) | undefined
  /** The failure, unless the fields show it. */
  readonly failure: unknown
  /** The number of failed attempts; after each the first wrong field gets the focus. */
  readonly failures: number
  /** The server's answer. */
  readonly answer: Answer<C> | undefined
  /** Restores the initial values and discards the draft. */
  readonly reset: () => void
  readonly draft: Pick<Draft<unknown>, 'restoredAt' | 'discard'>
}

/**
 * A form for one call. The call's schema says what is required, how long a text may be and what may be chosen, before
 * anything is sent; what the server refuses is shown at its field as well. No input is lost, and it is sent once.
 * Afterwards the screen refetches what it shows of `calls`.
 */
export function useCallForm<T extends Calls, K extends keyof T & keyof typeof client & string>(
  calls: T,
  name: K,
  given: Setting<T[K]> = {},
): CallForm<T[K]> {
  const setting = given as unknown as Setting<AnyCall>
  const { form, rules, start, draft, failures, fail, clear } = useFields(calls[name] as AnyCall, setting)
  const shown = useRef(new Set<string>())
  const word = useRuleWording()
  const [refused, setRefused] = useState<CallFailed>()
  const [question, setQuestion] = useState<Question>()
  const call = useSending(calls, name, setting, {
    inputOf: values => inputOf(rules, values, start, setting.changesOnly),
    onSent: () => (setting.again ? clear() : draft.sent()),
    onRefused: failure => fail(failure instanceof CallFailed ? failure.fields : undefined),
  })

  function reset() {
    clear()
    call.reset()
    setRefused(undefined)
  }
  const submit = form.onSubmit(
    values => {
      setRefused(undefined)
      const confirmation = setting.confirm?.(values)
      if (confirmation) setQuestion(confirmation)
      else call.sendOnce(values)?.catch(() => {})
    },
    broken => {
      call.reset()
      setRefused(new CallFailed('InputInvalid', broken as Record<string, string>))
      fail(broken)
    },
  )
  const own = {
    ...bindings({
      form,
      rules,
      start,
      shown: shown.current,
      wordOf: (field, rule) => said(setting, field, rule) ?? word(rule),
    }),
    values: form.values,
    set: form.setValues,
    submit,
    isSending: call.isPending,
    isChanged: form.isDirty(),
    question: question && {
      ...question,
      send: async () => call.sendOnce(form.getValues()),
      close: () => setQuestion(undefined),
    },
    failure: unsaid(setting, call.error ?? refused, shown.current),
    failures,
    answer: call.data,
    reset,
    draft: { restoredAt: draft.restoredAt, discard: reset },
  }
  return own as unknown as CallForm<T[K]>
}

/** The values of a form with their draft, checked by the call's schema and by `check`. */
function useFields(call: AnyCall, setting: Setting<AnyCall>) {
  const rules = useMemo(() => rulesOf(call), [call])
  const [start] = useState(() => emptyOf(rules, setting.start))
  const draft = useDraft(setting.draft, start)
  const [failures, setFailures] = useState(0)
  const form = useForm<Fields>({
    initialValues: { ...start, ...draft.value },
    onValuesChange: values => draft.change(values),
    // fields are checked on the first attempt to send, and from then on while the person types
    validateInputOnChange: failures > 0,
    validate: values => {
      const { error } = call.input.safeParse(inputOf(rules, values, start))
      const broken = { ...setting.check?.(values), ...(error && brokenFields(error.issues)) }
      for (const field of Object.keys(broken))
        if (values[field] === '' && isRequired(rules[field], start[field])) broken[field] = 'required'
      return broken
    },
  })
  function fail(fields: Fields = {}) {
    form.setErrors(fields as Record<string, string>)
    setFailures(count => count + 1)
  }
  function clear() {
    draft.discard()
    form.setInitialValues(start)
    form.reset()
  }
  return { form, rules, start, draft, failures, fail, clear }
}

const said = ({ says }: Setting<AnyCall>, field: string, rule: string): string | undefined =>
  typeof says === 'function' ? says(field, rule) : says?.[field]

/**
 * A failure as far as its fields do not show it: undefined when every broken field is on the screen and shows either a
 * rule of its own (InputInvalid) or the failure's own sentence, as after `fail('TagTaken', { tag: 'TagTaken' })`.
 */
function unsaid(setting: Setting<AnyCall>, failure: unknown, shown: ReadonlySet<string>): unknown {
  if (!(failure instanceof CallFailed)) return failure
  const { code, fields = {} } = failure
  const isSaid = ([field, rule]: [string, string]) =>
    shown.has(field) && (code === 'InputInvalid' || (rule === code && said(setting, field, rule) === undefined))
  const broken = Object.entries(fields)
  return broken.length > 0 && broken.every(isSaid) ? undefined : failure
}

interface Hooks {
  inputOf: (values: Fields) => Fields
  onSent: () => void
  onRefused: (failure: unknown) => void
}

/** Makes the call, never twice at a time. */
function useSending(calls: Calls, name: string, setting: Setting<AnyCall>, hooks: Hooks) {
  const refresh = useRefresh(calls)
  const isBusy = useRef(false)
  const make = setting.send ?? (client as unknown as Client<Calls>)[name]
  const { mutateAsync, ...mutation } = useMutation({
    mutationFn: async (values: Fields) => make?.(hooks.inputOf(values), values),
    onSuccess: async (answer, values) => {
      const { done, onDone } = setting
      hooks.onSent()
      if (done) doneNotice(typeof done === 'string' ? done : done(answer, values))
      await onDone?.(answer, values)
      await refresh()
    },
    onError: hooks.onRefused,
    onSettled: () => {
      isBusy.current = false
    },
  })
  // a second press may come before the first is rendered
  const sendOnce = (values: Fields) => {
    if (isBusy.current) return
    isBusy.current = true
    return mutateAsync(values)
  }
  return { ...mutation, sendOnce }
}
