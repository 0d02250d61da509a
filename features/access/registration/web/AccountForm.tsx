import { Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#contract/call.ts'
import { deviceZone } from '#contract/times.ts'
import { NewPassword, type NewPasswordValue, ownWords, problemsOf } from '#features/access/recovery/web/NewPassword.tsx'
import { brokenUsernameRules, type UsernameRule } from '#features/core/account/rules.ts'
import { NamePair } from '#web/ui/NamePair.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'

/** What a person enters to register. */
export interface AccountEntry {
  readonly firstname: string
  readonly lastname: string
  readonly username: string
  readonly company_name: string
  readonly password: NewPasswordValue
  readonly agreed: boolean
}

export const emptyEntry: AccountEntry = {
  firstname: '',
  lastname: '',
  username: '',
  company_name: '',
  password: { password: '', again: '' },
  agreed: false,
}

/** What others know of a person, which the password must not be made of. */
const ownOf = (entry: AccountEntry, email: string) => ownWords({ ...entry, email })

/** Whether an entry may be sent. */
export function isComplete(entry: AccountEntry, { email, password }: { email: string; password: boolean }): boolean {
  const named = entry.firstname.trim() !== '' && entry.lastname.trim() !== ''
  const nameless = !entry.username.trim() || brokenUsernameRules(entry.username.trim()).length === 0
  const passes = !password || Object.keys(problemsOf(entry.password, ownOf(entry, email))).length === 0
  return named && nameless && passes && entry.agreed
}

/** An entry as the calls take it. */
export const accountInput = ({ firstname, lastname, username, password }: AccountEntry) => ({
  firstname: firstname.trim(),
  lastname: lastname.trim(),
  ...(username.trim() ? { username: username.trim() } : {}),
  ...(password.password.trim() ? { password: password.password.trim() } : {}),
})

interface Props {
  value: AccountEntry
  onChange: (value: AccountEntry) => void
  tried: boolean
  /** The server's answer to the last attempt. */
  failure?: unknown
  email: string
  /** What is asked for besides the name. */
  asks: { company?: boolean; username?: boolean; password?: boolean }
}

/** The fields of a registration: name, username, company and password. */
export function AccountForm({ value, onChange, tried, failure, email, asks }: Props) {
  const { t } = useTranslation(['account', 'registration'])
  const refused = useFieldErrors(failure)
  const text = (field: 'firstname' | 'lastname' | 'company_name') => ({
    value: value[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...value, [field]: event.currentTarget.value }),
    error:
      field !== 'company_name' && tried && !value[field].trim()
        ? t(`registration:signUp.${field}Missing`)
        : refused[field],
  })
  return (
    <Stack>
      <NamePair
        given={
          <TextInput
            label={t('account:field.firstName')}
            autoComplete="given-name"
            required
            withAsterisk={false}
            maxLength={80}
            {...text('firstname')}
          />
        }
        family={
          <TextInput
            label={t('account:field.lastName')}
            autoComplete="family-name"
            required
            withAsterisk={false}
            maxLength={80}
            {...text('lastname')}
          />
        }
      />
      {asks.company && (
        <TextInput
          label={t('registration:signUp.company')}
          autoComplete="organization"
          maxLength={120}
          {...text('company_name')}
        />
      )}
      {asks.username && <Username value={value} onChange={onChange} tried={tried} failure={failure} />}
      {asks.password && (
        <NewPassword
          value={value.password}
          onChange={password => onChange({ ...value, password })}
          tried={tried}
          own={ownOf(value, email)}
          failure={failure}
        />
      )}
    </Stack>
  )
}

function Username({ value, onChange, tried, failure }: Pick<Props, 'value' | 'onChange' | 'tried' | 'failure'>) {
  const { t } = useTranslation('registration')
  const typed = value.username.trim()
  const [broken] = typed ? brokenUsernameRules(typed) : []
  const refusal = failure instanceof CallFailed ? failure.fields?.['username'] : undefined
  const problem = (typed && broken) || (refusal === 'UserExists' ? 'taken' : undefined)
  return (
    <TextInput
      label={t('username.label')}
      description={t('username.hint')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      value={value.username}
      onChange={event => onChange({ ...value, username: event.currentTarget.value })}
      error={(tried || refusal) && problem && t(`username.${problem satisfies UsernameRule | 'taken'}`)}
    />
  )
}

/** The zone of this browser, or New York's where it does not say [ENT-031]. */
export const browserZone = (): string => deviceZone() ?? 'America/New_York'
