import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenUsernameRules } from '#features/core/account/rules.ts'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { ProofField, proofSent } from './ProofField.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'
import { UsernameRules } from './UsernameRules.tsx'

/** [CALL-082] The name to sign in with; its rules are marked while one types, whether it is free a moment later. */
export function UsernameSection({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const [username, setUsername] = useState(info.username)
  const [password, setPassword] = useState('')
  const [settled] = useDebouncedValue(username, 300)
  const rules = useId()
  const keep = useKeepInfo()
  const isOther = username !== info.username
  const isGood = isOther && brokenUsernameRules(username).length === 0
  const check = useQuery({
    queryKey: ['checkUsername', settled],
    queryFn: () => client.checkUsername({ username: settled }),
    enabled: settled !== info.username && settled.trim() !== '',
  })
  const known = isOther && settled === username ? check.data : undefined
  const change = useMutation({
    mutationFn: () => client.changeUsername({ username, ...proofSent(password) }),
    onSuccess: async saved => {
      await keep(saved)
      setUsername(saved.username)
      setPassword('')
      doneNotice(t('username.changed', { username: saved.username }))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isGood && known?.state !== 'taken' && !change.isPending) change.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <FormSection title={t('username.title')} hint={t('username.hint')}>
        <TextInput
          label={t('username.field')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={username}
          onChange={event => setUsername(event.currentTarget.value)}
          aria-describedby={isOther ? rules : undefined}
          aria-invalid={(isOther && (!isGood || known?.state === 'taken')) || undefined}
        />
        {isOther && <UsernameRules id={rules} username={username} state={known?.state} />}
        {known && known.suggestions.length > 0 && (
          <Group gap="xs">
            {t('username.suggestions')}
            {known.suggestions.map(name => (
              <Button key={name} size="compact-sm" variant="default" onClick={() => setUsername(name)}>
                {name}
              </Button>
            ))}
          </Group>
        )}
        {isOther && <ProofField hint={t('proof.usernameHint')} value={password} onChange={setPassword} />}
        <ErrorNotice failure={change.error} title={t('username.failed')} />
        <Group>
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={!isGood || known?.state === 'taken'}
          >
            {t('username.change')}
          </Button>
        </Group>
      </FormSection>
    </form>
  )
}
