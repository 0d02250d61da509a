import { Button, Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { profileCalls } from '#features/access/profile/contract.ts'
import { brokenUsernameRules } from '#features/core/account/rules.ts'
import { FormSection } from '#web/ui/Page.tsx'
import { CallForm } from '#web/ui/record/CallForm.tsx'
import { callQuery } from '#web/ui/record/callQuery.ts'
import { useCallForm } from '#web/ui/record/useCallForm.ts'
import { ProofField } from './ProofField.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'
import { UsernameRules } from './UsernameRules.tsx'

/** [CALL-082] The name to sign in with; its rules are marked during typing, its availability a moment later. */
export function UsernameSection({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const form = useCallForm(profileCalls, 'changeUsername', {
    start: { username: info.username },
    done: ({ username }) => t('username.changed', { username }),
    onDone: useKeepInfo(),
  })
  const { username } = form.values
  const [settled] = useDebouncedValue(username, 300)
  const rules = useId()
  const isOther = username !== info.username
  const isGood = isOther && brokenUsernameRules(username).length === 0
  const check = useQuery({
    ...callQuery('checkUsername', { username: settled }),
    enabled: settled !== info.username && settled.trim() !== '',
  })
  const known = isOther && settled === username ? check.data : undefined
  const mayBe = isGood && known?.state !== 'taken'
  return (
    <CallForm form={form} failed={t('username.failed')} foot={null} gap={0}>
      <FormSection title={t('username.title')} hint={t('username.hint')}>
        <TextInput
          label={t('username.field')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.text('username')}
          withAsterisk={false}
          aria-describedby={isOther ? rules : undefined}
          aria-invalid={(isOther && !mayBe) || undefined}
        />
        {isOther && <UsernameRules id={rules} username={username} state={known?.state} />}
        {known && known.suggestions.length > 0 && (
          <Group gap="xs">
            {t('username.suggestions')}
            {known.suggestions.map(name => (
              <Button key={name} size="compact-sm" variant="default" onClick={() => form.set({ username: name })}>
                {name}
              </Button>
            ))}
          </Group>
        )}
        {isOther && <ProofField hint={t('proof.usernameHint')} {...form.choice('current_pass')} />}
        <Group>
          <Button type="submit" variant="default" loading={form.isSending} disabled={!mayBe}>
            {t('username.change')}
          </Button>
        </Group>
      </FormSection>
    </CallForm>
  )
}
