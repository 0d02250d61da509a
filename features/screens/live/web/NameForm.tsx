import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roomClient } from '#features/room/room/web/roomClient.ts'
import { Button } from '#web/light/Button.tsx'
import { Field } from '#web/light/Field.tsx'
import { Notice } from '#web/light/Notice.tsx'
import { useAct } from '#web/light/useAct.ts'

interface Props {
  pitch: string
  onNamed: () => void
  /** Enters without a name; given while the pitch is live, when giving the name enters it. */
  onSkip?: () => void
}

/** Asks a person who was invited by an address alone for their name, and their firm if they wish, once. */
export function NameForm({ pitch, onNamed, onSkip }: Props) {
  const { t } = useTranslation('room')
  const [name, setName] = useState('')
  const [company, setCompany] = useState('')
  const [missing, setMissing] = useState(false)
  const giving = useAct(() => roomClient(pitch).giveName({ name: name.trim(), company_name: company.trim() }))
  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(!name.trim())
    if (name.trim() && (await giving.run())) onNamed()
  }
  return (
    <form className="lobby-name" onSubmit={submit} noValidate>
      <Field label={t('lobby.name')} hint={t('lobby.nameHint')} error={missing ? t('lobby.nameMissing') : undefined}>
        {given => (
          <input
            {...given}
            className="piece-input"
            autoComplete="name"
            maxLength={80}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label={t('lobby.firm')}>
        {given => (
          <input
            {...given}
            className="piece-input"
            autoComplete="organization"
            maxLength={120}
            value={company}
            onChange={({ target }) => setCompany(target.value)}
          />
        )}
      </Field>
      <Notice failure={giving.failure} />
      <div className="lobby-name-acts">
        <Button type="submit" busy={giving.busy} className={onSkip ? 'large wide' : ''}>
          {t(onSkip ? 'lobby.join' : 'lobby.nameSave')}
        </Button>
        {onSkip && (
          <Button look="quiet" onClick={onSkip}>
            {t('lobby.nameSkip')}
          </Button>
        )}
      </div>
    </form>
  )
}
