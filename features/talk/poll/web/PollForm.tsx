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
  /** The draft that is changed; without one a poll is made. */
  draft?: Poll | undefined
  onDone: () => void
}

interface Fields {
  readonly question: string
  readonly options: readonly { readonly key: number; readonly text: string }[]
  readonly multiple: boolean
  readonly anonymous: boolean
}
/** What was written is kept until it is saved or given up, also while another panel is open. */
const half = new Map<string, Fields>()
/** What is being saved, also while another panel is open: opened again meanwhile, the form waits for it. */
const saving = new Map<string, Promise<unknown>>()

let rows = 0
const row = (text: string) => ({ key: rows++, text })

/** A poll being written: a question, two to eight options, and how it is voted. */
export function PollForm({ pitch, draft, onDone }: Props) {
  const { t } = useTranslation(['poll', 'common'])
  const name = `${pitch} ${draft?.id ?? 'new'}`
  const { value, write, settle } = useKept<Fields>(half, name, () => ({
    question: draft?.question ?? '',
    options: (draft?.options ?? ['', '']).map(row),
    multiple: draft?.is_multiple ?? false,
    anonymous: draft?.is_anonymous ?? true,
  }))
  const { question, options, multiple, anonymous } = value
  const written = options.map(({ text }) => text.trim()).filter(Boolean)
  const repeats = !optionsDiffer(written)
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
  /** What is being saved stays as it is. */
  const change = (more: Partial<Fields>) => {
    if (!save.busy) write({ ...value, ...more })
  }
  const isWhole = question.trim() !== '' && written.length >= FEWEST_OPTIONS && !repeats
  const [tried, setTried] = useState(false)
  const id = useId()
  const same = (text: string) => text.trim().toLowerCase()
  /** An option that says what one before it says. */
  const isRepeat = (place: number, text: string) =>
    text.trim() !== '' && options.findIndex(one => same(one.text) === same(text)) !== place
  return (
    <form
      className="poll-form"
      onSubmit={event => {
        event.preventDefault()
        setTried(true)
        if (isWhole) void save.run()
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
            // biome-ignore lint/a11y/noAutofocus: the form opens because somebody asked for it
            autoFocus
            onChange={event => change({ question: event.target.value.replace(/\n/g, ' ') })}
          />
        )}
      </Field>
      <fieldset className="poll-fields">
        <legend>{t('poll:form.options')}</legend>
        {options.map(({ key, text }, place) => (
          <div key={key}>
            <input
              className="piece-input"
              value={text}
              maxLength={OPTION_LENGTH}
              readOnly={save.busy}
              aria-label={t('poll:form.option', { number: place + 1 })}
              aria-invalid={isRepeat(place, text) || undefined}
              aria-describedby={isRepeat(place, text) ? `${id}-same-${key}` : undefined}
              onChange={event => change({ options: options.with(place, { key, text: event.target.value }) })}
            />
            {options.length > FEWEST_OPTIONS && (
              <button
                type="button"
                className="piece-icon-button"
                aria-label={t('poll:form.remove', { number: place + 1 })}
                onClick={() => change({ options: options.toSpliced(place, 1) })}
              >
                <IconX size={18} aria-hidden />
              </button>
            )}
            {isRepeat(place, text) && (
              <p className="piece-error" role="alert" id={`${id}-same-${key}`}>
                {t('poll:form.repeats')}
              </p>
            )}
          </div>
        ))}
        {tried && written.length < FEWEST_OPTIONS && (
          <p className="piece-error" role="alert">
            {t('poll:form.tooFew')}
          </p>
        )}
        {options.length < MOST_OPTIONS && (
          <Button look="quiet" onClick={() => change({ options: [...options, row('')] })}>
            <IconPlus size={18} aria-hidden />
            {t('poll:form.add')}
          </Button>
        )}
      </fieldset>
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
        <Button
          look="quiet"
          onClick={() => {
            save.giveUp()
            done()
          }}
        >
          {t('common:act.cancel')}
        </Button>
      </div>
    </form>
  )
}
