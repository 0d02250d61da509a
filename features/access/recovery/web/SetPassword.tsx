import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Answer } from '#contract/call.ts'
import type { recoveryCalls } from '#features/access/recovery/contract.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { NewPassword, ownWords, problemsOf } from './NewPassword.tsx'

interface Props {
  /** Who opened an emailed link. */
  owner: Answer<typeof recoveryCalls.checkResetPasswordLink>
  title: string
  hint: string
  act: string
  /** Sets the password and goes on from there. */
  save: (password: string) => Promise<void>
}

/** The door behind an emailed link: its owner chooses a password. */
export function SetPassword({ owner, title, hint, act, save }: Props) {
  const [value, setValue] = useState({ password: '', again: '' })
  const [tried, setTried] = useState(false)
  const own = ownWords(owner)
  const saving = useMutation({ mutationFn: () => save(value.password.trim()) })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.keys(problemsOf(value, own)).length === 0 && !saving.isPending) saving.mutate()
  }

  return (
    <Door title={title} hint={hint}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {/* password managers file the new password under this name */}
          <input type="text" name="username" autoComplete="username" value={owner.email} readOnly hidden />
          <NewPassword value={value} onChange={setValue} tried={tried} own={own} failure={saving.error} />
          <ErrorNotice failure={saving.error} />
          <Button type="submit" size="md" fullWidth loading={saving.isPending}>
            {act}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
