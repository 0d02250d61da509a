import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { guideTo } from '#web/ui/guided.ts'
import { useFieldErrors, useWording } from '#web/ui/wording.ts'
import type { PitchField, PitchProblems } from './formProblems.ts'
import type { PitchForm } from './pitchForm.ts'

/** A place in the form that can show an error. */
export type Place = PitchField | keyof PitchForm | 'attendees' | 'assignee' | 'send'
export type PlacedErrors = Readonly<Partial<Record<Place, string>>>

/** The properties of every section of the form. */
export interface FormProps {
  readonly form: PitchForm
  readonly change: (part: Partial<PitchForm>) => void
  /** The person has left a field, which from now on shows when it is missing. */
  readonly leave: (field: PitchField) => void
  readonly errors: PlacedErrors
}

/** Problems worth showing while the form is filled in; a missing entry is not. */
const untimely = new Set([
  'nameRequired',
  'presenterRequired',
  'startRequired',
  'endRequired',
  'notAnAddress',
  'notAnAmount',
])

const places: Readonly<Partial<Record<ErrorCode, Place>>> = {
  EndNotAfterStart: 'end',
  StartInThePast: 'start',
  PeopleNotDistinct: 'co_host',
  EmailTwice: 'attendees',
  SendInThePast: 'send',
  SendNotBeforeStart: 'send',
  StartBeforeSend: 'start',
  UserNotFound: 'assignee',
  PitchHasCommitments: 'currency',
  SeriesNotFound: 'series_id',
  SeriesCurrencyDiffers: 'currency',
  DeckRequired: 'file',
  UploadNotFound: 'file',
  DeckNameTaken: 'file',
  DeckTypeNotAllowed: 'file',
  DeckTooLarge: 'file',
  DeckEncrypted: 'file',
  DeckDamaged: 'file',
  DeckEmpty: 'file',
  DeckTooManyPages: 'file',
  DeckHostile: 'file',
  ConverterMissing: 'file',
  StorageFull: 'file',
}

/** The place on the screen of a field of the wire: start_date, start_time and start_zone share one. */
function placeOf(field: string): Place {
  const [, moment] = /^(start|end)_/.exec(field) ?? []
  if (moment) return moment as Place
  if (field.startsWith('attendees_arr')) return 'attendees'
  if (field.startsWith('scheduled_send_')) return 'send'
  if (field === 'upload_ids' || field.startsWith('upload_ids.') || field === 'no_file') return 'file'
  return field.split('.')[0] as Place
}

/** The server's refusal by place, and whether it has no place (`homeless`). */
function useServerErrors(failure: unknown): { errors: PlacedErrors; homeless: boolean } {
  const fields = useFieldErrors(failure)
  const wording = useWording()
  const code = failure instanceof CallFailed ? failure.code : undefined
  // a code of its own says more than the name of a field
  const text = code === undefined || code === 'InputInvalid' ? undefined : wording(failure)
  const placed = Object.entries(fields).map(([field, said]) => [placeOf(field), text ?? said] as const)
  const place = code && places[code]
  if (place && text && placed.length === 0) placed.push([place, text])
  return { errors: Object.fromEntries(placed), homeless: Boolean(failure) && placed.length === 0 }
}

/** Which errors a form shows and when, and the way to the first of them. */
export function useFormErrors(problems: PitchProblems, failure: unknown, further: PlacedErrors = {}) {
  const { t } = useTranslation('pitch')
  const [left, setLeft] = useState<ReadonlySet<PitchField>>(new Set())
  const [attempts, setAttempts] = useState(0)
  const server = useServerErrors(failure)
  const formRef = useRef<HTMLFormElement>(null)

  const own = Object.entries(problems)
    .filter(([field, problem]) => attempts > 0 || left.has(field as PitchField) || !untimely.has(problem))
    .map(([field, problem]) => [field, t(`problem.${problem}`)])
  const errors: PlacedErrors = { ...server.errors, ...Object.fromEntries(own), ...(attempts > 0 && further) }

  // the first wrong field comes into sight and under the cursor, once for each attempt and each refusal
  useEffect(() => {
    const wrong = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')
    if (!wrong || (attempts === 0 && !failure)) return
    const field = wrong.matches('input, textarea, button, [tabindex="0"]')
      ? wrong
      : (wrong.querySelector<HTMLElement>('input') ?? wrong)
    guideTo(field)
    wrong.scrollIntoView?.({ block: 'center' })
  }, [attempts, failure])

  return {
    formRef,
    errors,
    /** A failure that belongs to no field, shown beside the button. */
    loose: server.homeless ? failure : undefined,
    leave: useCallback((field: PitchField) => setLeft(before => new Set(before).add(field)), []),
    attempt: () => setAttempts(count => count + 1),
  }
}
