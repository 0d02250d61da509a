import { Button, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import type { Role } from '#contract/call.ts'
import type { Language } from '#contract/fields.ts'
import { PolicyCheckbox, useAgreedToday } from '#features/access/policy/web/PolicyCheckbox.tsx'
import type { InviteInfo } from '#features/access/registration/contract.ts'
import type { InviteKind } from '#features/access/registration/rules.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { goToFirstWrong } from '#web/ui/firstField.ts'
import { codeOf } from '#web/ui/wording.ts'
import { AccountForm, accountInput, browserZone, emptyEntry, isComplete } from './AccountForm.tsx'
import { EmailProof, isProof } from './EmailProof.tsx'
import { inviteQuery, kindOf, usePassedOn } from './invitation.ts'
import { useEntered } from './useEntered.ts'

/** [ROUTE-014, ROUTE-016, ROUTE-019] The invited person opens their account. */
export function SignUpInvited() {
  const { t } = useTranslation('registration')
  const kind = kindOf(useLocation().pathname)
  const { code = '', from } = usePassedOn()
  const invite = useQuery({ ...inviteQuery(kind, code), enabled: code !== '' })
  if (invite.data) return <Form kind={kind} invite={invite.data} />
  if (code === '' || invite.isError) {
    const failure = invite.error ? codeOf(invite.error) : undefined
    return <Navigate replace to={`/become-${kind}-wait`} state={{ code, from, failure }} />
  }
  return (
    <Door title={t('become.title')}>
      <Skeleton height={36} />
    </Door>
  )
}

const calls = {
  presenter: client.register,
  typeuser: client.registerTypeUserByEmail,
  superadmin: client.registerSuperAdminByEmail,
}

function Form({ kind, invite }: { kind: InviteKind; invite: InviteInfo }) {
  const { t, i18n } = useTranslation('registration')
  const entered = useEntered()
  const isOpen = invite.email === ''
  const [entry, setEntry] = useState({
    ...emptyEntry,
    firstname: invite.firstname,
    lastname: invite.lastname,
    company_name: invite.company_name,
  })
  const [proof, setProof] = useState({ email: invite.email, code: '' })
  const [tried, setTried] = useState(false)
  const agreedToday = useAgreedToday()
  const email = proof.email.trim()
  const hint = useHint(invite, email)
  const register = useMutation({
    mutationFn: async () => {
      await calls[kind]({
        ...accountInput(entry),
        password: entry.password.password.trim(),
        company_name: entry.company_name.trim(),
        email,
        code: invite.code,
        ...(isOpen ? { email_code: proof.code } : {}),
        language: i18n.language as Language,
        timezone: browserZone(),
        ...agreedToday,
      })
      await entered()
    },
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const ready = isComplete(entry, { email, password: true }) && (!isOpen || isProof(proof))
    if (!ready) goToFirstWrong(event.currentTarget)
    else if (!register.isPending) register.mutate()
  }

  return (
    <Door title={t(`signUp.title.${kind}`)} hint={hint}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {isOpen ? (
            <EmailProof value={proof} onChange={setProof} tried={tried} type="typeuser" inviteCode={invite.code} open />
          ) : (
            // password managers file the new password under this name
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          )}
          <AccountForm
            value={entry}
            onChange={setEntry}
            tried={tried}
            failure={register.error}
            email={email}
            asks={{ company: true, password: true }}
          />
          <PolicyCheckbox checked={entry.agreed} onChange={agreed => setEntry({ ...entry, agreed })} tried={tried} />
          <ErrorNotice failure={register.error} />
          <Button type="submit" size="md" fullWidth loading={register.isPending}>
            {t('signUp.act')}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}

/** The organization and the role that the invitation is for. */
function useHint(invite: InviteInfo, email: string): string {
  const { t } = useTranslation(['registration', 'account'])
  const role = t(`account:role.${invite.role_type_live as Role}`)
  const organisation = invite.org_name
  return invite.email === ''
    ? t('registration:signUp.hintOpen', { organisation, role })
    : t('registration:signUp.hintInvited', { organisation, role, email })
}
