import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { type Answer, type AnyCall, CallFailed, type Calls, type Sent } from '#contract/call.ts'
import { brokenFields } from '#contract/form.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '../doneNotice.ts'
import { type Draft, useDraft } from '../draft.ts'
import { codeOf, useRuleWording } from '../wording.ts'
import { useRefresh } from './callQuery.ts'
import { type FieldRule, rulesOf } from './schema.ts'

/** What a field holds; '' while nothing is in a text, a choice or a number. */
type Held<T> = T extends string | number ? T | '' : T
/** What is in a form: every field of the call's input. */
export type Values<C extends AnyCall> = { [K in keyof Sent<C> & string]-?: Held<NonNullable<Sent<C>[K]>> }
type Having<C extends AnyCall, T> = { [K in keyof Values<C>]: T extends Values<C>[K] ? K : never }[keyof Values<C>]
type OneOf<C extends AnyCall, K extends keyof Values<C>> = Exclude<Values<C>[K], ''> & string

interface Setting<C extends AnyCall> {
  /** What is in the fields at first, and ids that no field shows. The rest is empty, or as the server takes it. */
  start?: Partial<Values<C>>
  /** What the schema cannot say of one field alone: the rule that it breaks, by its name in errors.json. */
  check?: (values: Values<C>) => { readonly [K in keyof Values<C>]?: string | false | undefined }
  /** What is said of a field that breaks a rule, instead of the rule's own words. */
  says?: { readonly [K in keyof Values<C>]?: string | undefined }
  /** Sends it otherwise than as it stands, or by another call of the same answer. */
  send?: (input: Sent<C>, values: Values<C>) => Promise<Answer<C>>
  /** Keeps what is typed in this browser under this name, which holds the id of the person who types. */
  draft?: string
  /** Said in a corner when it is done. */
  done?: string | ((answer: Answer<C>, values: Values<C>) => string)
  onDone?: (answer: Answer<C>, values: Values<C>) => unknown
  /** Stands there empty again when it is done, for the next. */
  again?: boolean
}

interface Bound<V, E = V> {
  readonly value: V
  readonly onChange: (next: E) => void
  readonly error?: string
}
type Typing = string | { readonly currentTarget: { readonly value: string } }

export interface CallForm<C extends AnyCall> {
  readonly values: Values<C>
  readonly set: (values: Partial<Values<C>>) => void
  /** What a text field needs, with `required` and `maxLength` by the schema: `<TextInput {...form.text('email')} />`. */
  readonly text: (field: Having<C, string>) => Bound<string, Typing> & { required: boolean; maxLength?: number }
  /** What a `NumberInput` needs, with `min` and `max` by the schema. */
  readonly number: (field: Having<C, number>) => Bound<number | '', number | string> & { min?: number; max?: number }
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
  /** Why it was not done, as far as no field says so. */
  readonly failure: unknown
  /** Counts the attempts that failed; after each the first wrong field gets the focus. */
  readonly failures: number
  /** What the server answered, once it has. */
  readonly answer: Answer<C> | undefined
  /** Back to what was there at first; forgets the draft. */
  readonly reset: () => void
  readonly draft: Pick<Draft<unknown>, 'restoredAt' | 'discard'>
}

type Fields = Record<string, unknown>

/**
 * A form for one call. The call's schema says what is required, how long a text may be and what may be chosen, before
 * anything is sent; what the server refuses stands at its field as well. Nothing typed is lost, and it is sent once.
 * Afterwards the screen reads anew what it shows of `calls`.
 */
export function useCallForm<T extends Calls, K extends keyof T & keyof typeof client & string>(
  calls: T,
  name: K,
  setting: Setting<T[K]> = {},
): CallForm<T[K]> {
  type C = T[K]
  const { input } = calls[name] as AnyCall
  const rules = useMemo(() => rulesOf(calls[name] as AnyCall), [calls, name])
  const [start] = useState((): Fields => ({ ...emptyOf(rules), ...setting.start }))
  const draft = useDraft(setting.draft, start)
  const refresh = useRefresh(calls)
  const word = useRuleWording()
  const shown = useRef(new Set<string>())
  const isBusy = useRef(false)
  const [refused, setRefused] = useState<CallFailed>()
  const [failures, setFailures] = useState(0)

  const form = useForm<Fields>({
    initialValues: { ...start, ...draft.value },
    onValuesChange: values => draft.change(values),
    validate: values => {
      const { error } = input.safeParse(inputOf(rules, values, start))
      return { ...setting.check?.(values as Values<C>), ...(error && brokenFields(error.issues)) }
    },
  })
  const send = useMutation({
    mutationFn: (values: Values<C>) => {
      const sent = inputOf(rules, values, start) as Sent<C>
      return (setting.send ?? (client[name] as never as NonNullable<typeof setting.send>))(sent, values)
    },
    onSuccess: async (answer, values) => {
      const { done, onDone, again } = setting
      draft.sent()
      if (again) reset()
      if (done) doneNotice(typeof done === 'string' ? done : done(answer, values))
      await onDone?.(answer, values)
      await refresh()
    },
    onError: failure => fail(failure instanceof CallFailed ? failure.fields : undefined),
    onSettled: () => {
      isBusy.current = false
    },
  })

  function fail(fields: Fields = {}) {
    form.setErrors(fields as Record<string, string>)
    setFailures(count => count + 1)
  }
  const submit = form.onSubmit(
    values => {
      setRefused(undefined)
      if (isBusy.current) return
      isBusy.current = true
      send.mutate(values as Values<C>)
    },
    broken => {
      send.reset()
      setRefused(new CallFailed('InputInvalid', broken as Record<string, string>))
      fail(broken)
    },
  )
  function bind(field: string, type: 'input' | 'checkbox' = 'input') {
    shown.current.add(field)
    const { error, ...props } = form.getInputProps(field, { type })
    const says = setting.says as Record<string, string | undefined> | undefined
    return { ...props, ...(error && { error: says?.[field] ?? word(error) }) }
  }
  const reset = () => {
    draft.discard()
    form.setInitialValues(start)
    form.reset()
    send.reset()
  }
  const failure = send.error ?? refused
  const fields = failure instanceof CallFailed ? Object.keys(failure.fields ?? {}) : []
  const isSaid = codeOf(failure) === 'InputInvalid' && fields.length > 0 && fields.every(one => shown.current.has(one))
  const own: CallForm<AnyCall> = {
    values: form.values,
    set: form.setValues,
    text: field => ({
      ...bind(field),
      required: rules[field]?.refusesEmpty ?? false,
      ...limit(rules[field], 'maxLength'),
    }),
    number: field => ({ ...bind(field), ...limit(rules[field], 'min', 'max') }),
    flag: field => bind(field, 'checkbox'),
    choice: field => {
      const { onChange, ...props } = bind(field)
      return { ...props, onChange: (next: unknown) => onChange(next ?? '') }
    },
    options: (field, say) => (rules[field]?.values ?? []).map(value => ({ value, label: say(value) })),
    submit,
    isSending: send.isPending,
    failure: isSaid ? undefined : failure,
    failures,
    answer: send.data,
    reset,
    draft: { restoredAt: draft.restoredAt, discard: reset },
  }
  return own as unknown as CallForm<C>
}

const limit = <N extends 'maxLength' | 'min' | 'max'>(rule: FieldRule | undefined, ...names: N[]): Pick<FieldRule, N> =>
  Object.fromEntries(names.flatMap(name => (rule?.[name] === undefined ? [] : [[name, rule[name]]]))) as never

/** A form in which nothing has been filled in. */
const emptyOf = (rules: Readonly<Record<string, FieldRule>>): Fields =>
  Object.fromEntries(
    Object.entries(rules).map(([field, { kind, usual }]) => [
      field,
      usual ?? (kind === 'flag' ? false : kind === 'list' ? [] : ''),
    ]),
  )

/** What is sent: without what may be left out and is as empty as it was. */
function inputOf(rules: Readonly<Record<string, FieldRule>>, values: Fields, start: Fields): Fields {
  const isLeftOut = (field: string, value: unknown) =>
    value === '' && rules[field]?.isOptional && (start[field] === '' || rules[field]?.refusesEmpty)
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => !isLeftOut(field, value)))
}
