import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { EmailField, emailProblem } from './EmailProof.tsx'
import './AskForInvitation.css'

/** [CALL-205] Where accounts are by invitation only, a visitor without one says who they are. */
export function AskForInvitation() {
  const { t } = useTranslation('registration')
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const ask = useMutation({ mutationFn: () => client.sendMemberInfo({ email: email.trim(), name: name.trim() }) })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (name.trim() && emailProblem(email) === undefined && !ask.isPending) ask.mutate()
  }

  return (
    <section className="ask-invitation">
      <Title order={2}>{t('ask.title')}</Title>
      {ask.isSuccess ? (
        <Text role="status">{t('ask.done')}</Text>
      ) : (
        <form onSubmit={submit} noValidate>
          <Stack>
            <Text c="dimmed">{t('ask.hint')}</Text>
            <TextInput
              label={t('ask.name')}
              autoComplete="name"
              maxLength={160}
              value={name}
              onChange={event => setName(event.currentTarget.value)}
              error={tried && !name.trim() && t('ask.nameMissing')}
            />
            <EmailField value={email} onChange={setEmail} tried={tried} />
            <ErrorNotice failure={ask.error} />
            <Button type="submit" variant="default" loading={ask.isPending}>
              {t('ask.act')}
            </Button>
          </Stack>
        </form>
      )}
    </section>
  )
}
