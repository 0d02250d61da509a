import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useKept } from '#web/light/useKept.ts'
import { useOnce } from '#web/light/useOnce.ts'
import type { Poll } from '../contract.ts'
import { FEWEST_OPTIONS, MOST_OPTIONS, OPTION_LENGTH, optionsDiffer, QUESTION_LENGTH } from '../rules.ts'

interface Props {
  pitch: string
  /** The draft to change; undefined for a new poll. */
  draft?: Poll | undefined
  onDone: () => void
}

interface Fields {
  readonly question: string
  readonly options: readonly { readonly key: number; readonly text: string }[]
  readonly multiple: boolean
  readonly anonymous: boolean
}
/** Unsaved forms, kept while another panel is open. */
const unsaved = new Map<string, Fields>()
/** Calls under way, kept while another panel is open, so that a form that opens again waits for its call. */
const saving = new Map<string, Promise<unknown>>()

let rows = 0
const row = (text: string) => ({ key: rows++, text })

/** The fields of a new poll or of a draft, and how they are saved. While a call is under way they do not change. */
function usePollForm({ pitch, draft, onDone }: Props) {
  const name = `${pitch} ${draft?.id ?? 'new'}`
  const { value, write, settle } = useKept<Fields>(unsaved, name, () => ({
    question: draft?.question ?? '',
    options: (draft?.options ?? ['', '']).map(row),
    multiple: draft?.is_multiple ?? false,
    anonymous: draft?.is_anonymous ?? true,
  }))
  const { question, options, multiple, anonymous } = value
  const written = options.map(({ text }) => text.trim()).filter(Boolean)
  const done = () => {
    settle(value)
    onDone()
  }
  const send = () =>
    roomClient(pitch).savePoll({
      ...{ pitch_uuid: pitch, question, options: written, is_multiple: multiple, is_anonymous: anonymous },
      ...(draft && { poll_id: draft.id }),
    })
  const save = useOnce(saving, name, send, done)
  return {
    ...{ ...value, save },
    tooFew: written.length < FEWEST_OPTIONS,
    isComplete: question.trim() !== '' && written.length >= FEWEST_OPTIONS && optionsDiffer(written),
    change: (changed: Partial<Fields>) => {
      if (!save.busy) write({ ...value, ...changed })
    },
    cancel: () => {
      save.giveUp()
      done()
    },
  }
}
type PollFormState = ReturnType<typeof usePollForm>

/** A form for a poll: its question, its options, and how attendees vote. */
export function PollForm(props: Props) {
  const { t } = useTranslation(['poll', 'common'])
  const form = usePollForm(props)
  const { question, multiple, anonymous, save, change } = form
  const [tried, setTried] = useState(false)
  return (
    <form
      className="poll-form"
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (form.isComplete) void save.run()
      }}
    >
      <Field
        label={t('poll:form.question')}
        error={tried && question.trim() === '' ? t('poll:form.noQuestion') : undefined}
      >
        {given => (
          <textarea
            {...given}
            value={question}
            maxLength={QUESTION_LENGTH}
            rows={2}
            readOnly={save.busy}
            // biome-ignore lint/a11y/noAutofocus: the presenter has just opened the form
            autoFocus
            onChange={event => change({ question: event.target.value.replace(/\n/g, ' ') })}
          />
        )}
      </Field>
      <OptionFields form={form} tried={tried} />
      <label className="poll-check">
        <input type="checkbox" checked={multiple} onChange={event => change({ multiple: event.target.checked })} />
        {t('poll:form.multiple')}
      </label>
      <label className="poll-check">
        <input type="checkbox" checked={anonymous} onChange={event => change({ anonymous: event.target.checked })} />
        <span>
          {t('poll:form.anonymous')}
          <small>{t(anonymous ? 'poll:form.anonymousHint' : 'poll:form.namedHint')}</small>
        </span>
      </label>
      <Notice failure={save.failure} />
      <div className="poll-acts">
        <Button type="submit" busy={save.busy}>
          {t('poll:form.save')}
        </Button>
        <Button look="quiet" onClick={form.cancel}>
          {t('common:act.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** The options of a poll, with an error below each that repeats an earlier one. */
function OptionFields({ form, tried }: { form: PollFormState; tried: boolean }) {
  const { t } = useTranslation('poll')
  const { options, save, change, tooFew } = form
  const id = useId()
  const plain = (text: string) => text.trim().toLowerCase()
  const isRepeat = (place: number, text: string) =>
    text.trim() !== '' && options.findIndex(one => plain(one.text) === plain(text)) !== place
  return (
    <fieldset className="poll-fields">
      <legend>{t('form.options')}</legend>
      {options.map(({ key, text }, place) => (
        <div key={key}>
          <input
            className="piece-input"
            value={text}
            maxLength={OPTION_LENGTH}
            readOnly={save.busy}
            aria-label={t('form.option', { number: place + 1 })}
            aria-invalid={isRepeat(place, text) || undefined}
            aria-describedby={isRepeat(place, text) ? `${id}-same-${key}` : undefined}
            onChange={event => change({ options: options.with(place, { key, text: event.target.value }) })}
          />
          {options.length > FEWEST_OPTIONS && (
            <button
              type="button"
              className="piece-icon-button"
              aria-label={t('form.remove', { number: place + 1 })}
              onClick={() => change({ options: options.toSpliced(place, 1) })}
            >
              <IconX size={18} aria-hidden />
            </button>
          )}
          {isRepeat(place, text) && (
            <p className="piece-error" role="alert" id={`${id}-same-${key}`}>
              {t('form.repeats')}
            </p>
          )}
        </div>
      ))}
      {tried && tooFew && (
        <p className="piece-error" role="alert">
          {t('form.tooFew')}
        </p>
      )}
      {options.length < MOST_OPTIONS && (
        <Button look="quiet" onClick={() => change({ options: [...options, row('')] })}>
          <IconPlus size={18} aria-hidden />
          {t('form.add')}
        </Button>
      )}
    </fieldset>
  )
}
