import { Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPassword, ownWords, problemsOf } from '#features/access/recovery/web/NewPassword.tsx'
import { RecentSignIns } from '#features/access/session/web/RecentSignIns.tsx'
import { SessionList } from '#features/access/session/web/SessionList.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'

/** [SCREEN-012, ROUTE-083] The user's own password, where one is signed in, and who tried to. */
export function UpdatePassword() {
  const { t } = useTranslation('account')
  return (
    <Page title={t('update.title')}>
      <FormColumn>
        <ChangePassword />
        <SessionList />
        <RecentSignIns />
      </FormColumn>
    </Page>
  )
}

const nothing = { password: '', again: '' }

/** Changes the user's own password. */
export function ChangePassword() {
  const { t } = useTranslation('account')
  return (
    <FormSection title={t('profile.passwordTitle')} hint={t('profile.passwordHint')}>
      <PasswordChange act={t('password.change')} />
    </FormSection>
  )
}

interface Props {
  act: string
  /** What comes next, once the password is changed. */
  onChanged?: () => void | Promise<void>
  /** The one act of its page. */
  prominent?: boolean
}

/** The old password and the new one. */
export function PasswordChange({ act, onChanged, prominent = false }: Props) {
  const { t } = useTranslation('account')
  const person = usePerson()
  const own = ownWords(person)
  const [old, setOld] = useState('')
  const [value, setValue] = useState(nothing)
  const [tried, setTried] = useState(false)
  const change = useMutation({
    mutationFn: async () => {
      // [RULE-003, RULE-004]
      await client.updatePassword({ old_pass: old.trim(), new_pass: value.password.trim() })
      await onChanged?.()
    },
    onSuccess: () => {
      setOld('')
      setValue(nothing)
      setTried(false)
      doneNotice(t('password.changed'))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    // [RULE-012]
    if (old.trim() && Object.keys(problemsOf(value, own)).length === 0 && !change.isPending) change.mutate()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {/* password managers file the new password under this name */}
        <input type="text" name="username" autoComplete="username" value={person.username} readOnly hidden />
        <PasswordInput
          label={t('password.old')}
          autoComplete="current-password"
          value={old}
          onChange={event => setOld(event.currentTarget.value)}
          error={tried && !old.trim() && t('password.oldMissing')}
          visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
        />
        <NewPassword value={value} onChange={setValue} tried={tried} own={own} failure={change.error} />
        <ErrorNotice failure={change.error} />
        <Group>
          <Button
            type="submit"
            variant={prominent ? 'filled' : 'default'}
            fullWidth={prominent}
            loading={change.isPending}
          >
            {act}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
