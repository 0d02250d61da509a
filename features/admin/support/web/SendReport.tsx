import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages } from '#contract/fields.ts'
import type { RoomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Dialog } from '#web/light/Dialog.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'
import { useLoad } from '#web/light/useLoad.ts'

interface Props {
  report: string
  client: RoomClient
  onClose: () => void
}

/** Sends the test's report to support: as the signed-in person, else with an address for the answer. */
export function SendReport({ report, client, onClose }: Props) {
  const { t, i18n } = useTranslation(['guide', 'common'])
  const person = useLoad('person', () => client.getUserInfoByToken({}).catch(() => undefined))
  const [comment, setComment] = useState('')
  const [email, setEmail] = useState<string>()
  const [number, setNumber] = useState<number>()
  // attendees with only a join link have no tickets of their own
  const known =
    person.value && !person.value.roles.every(role => (role as string) === 'attendee') ? person.value : undefined
  const to = email ?? person.value?.email ?? ''
  const send = useAct(async () => {
    const content = [comment.trim(), report].filter(Boolean).join('\n\n').slice(0, 3900)
    const language = languages.find(one => one === i18n.language)
    const opened = known
      ? await client.sendHelpInfo({ description: content })
      : await client.createVisitorTicket({ content, email: to, language })
    setNumber(opened.number)
  })
  if (number !== undefined)
    return (
      <Dialog
        title={t('guide:send.title')}
        onClose={onClose}
        acts={<Button onClick={onClose}>{t('common:act.done')}</Button>}
      >
        <p role="status">{t('guide:send.sent', { number, email: known?.email ?? to })}</p>
      </Dialog>
    )
  return (
    <Dialog
      title={t('guide:send.title')}
      onClose={onClose}
      acts={
        <>
          <Button look="quiet" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button
            busy={send.busy || (person.loading && !person.value)}
            disabled={!known && !/^\S[^\s@]*@\S+$/.test(to)}
            onClick={() => send.run()}
          >
            {t('guide:send.act')}
          </Button>
        </>
      }
    >
      <div className="guide-send">
        {known ? <p>{t('guide:send.as', { email: known.email })}</p> : <EmailField value={to} onChange={setEmail} />}
        <CommentField value={comment} onChange={setComment} />
        <details>
          <summary>{t('guide:send.what')}</summary>
          <pre className="guide-report">{report}</pre>
        </details>
        <Notice failure={send.failure} />
      </div>
    </Dialog>
  )
}

interface TextProps {
  value: string
  onChange: (value: string) => void
}

function EmailField({ value, onChange }: TextProps) {
  const { t } = useTranslation('guide')
  return (
    <Field label={t('send.email')}>
      {given => (
        <input
          {...given}
          type="email"
          autoComplete="email"
          maxLength={254}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function CommentField({ value, onChange }: TextProps) {
  const { t } = useTranslation('guide')
  return (
    <Field label={t('send.said')}>
      {given => (
        <textarea {...given} rows={3} maxLength={1500} value={value} onChange={event => onChange(event.target.value)} />
      )}
    </Field>
  )
}
