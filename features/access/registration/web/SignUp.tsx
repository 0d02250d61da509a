import { Anchor, Button, Select, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import type { Language } from '#contract/fields.ts'
import { PolicyCheckbox, useAgreedToday } from '#features/access/policy/web/PolicyCheckbox.tsx'
import { type InvestingExperience, investingExperiences } from '#features/access/registration/rules.ts'
import { Door } from '#features/access/session/web/Door.tsx'
import { registrationInfo } from '#features/core/site/web/registrationInfo.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { goToFirstWrong } from '#web/ui/firstField.ts'
import { AccountForm, accountInput, browserZone, emptyEntry, isComplete } from './AccountForm.tsx'
import { AskForInvitation } from './AskForInvitation.tsx'
import { EmailField, EmailProof, emailProblem, isProof } from './EmailProof.tsx'
import { useEntered } from './useEntered.ts'

/** [ROUTE-017] Registers with the code of an email. `flag` `investor` or `vc` also asks for experience. */
export const SignUp = () => <OpenRegistration by="code" />
/** [ROUTE-038] Registers with an emailed link, where the password is chosen. */
export const Register = () => <OpenRegistration by="link" />

function OpenRegistration({ by }: { by: 'code' | 'link' }) {
  const { t } = useTranslation('registration')
  const { flag = 'account' } = useParams()
  const isInvestor = flag === 'investor' || flag === 'vc'
  const info = useQuery(registrationInfo)
  // from the provider with whose account the person tried to sign in
  const known: { email?: string; firstname?: string; lastname?: string } = useLocation().state ?? {}
  const { firstname = '', lastname = '' } = known
  const [entry, setEntry] = useState({ ...emptyEntry, firstname, lastname })
  const [proof, setProof] = useState({ email: known.email ?? '', code: '' })
  const [experience, setExperience] = useState<InvestingExperience>()
  const [tried, setTried] = useState(false)
  const email = proof.email.trim()
  const register = useRegister({ by, entry, proof, experience: isInvestor ? experience : undefined })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const proved = by === 'code' ? isProof(proof) : emailProblem(email) === undefined
    const ready = isComplete(entry, { email, password: by === 'code' }) && proved && (!isInvestor || experience)
    if (!ready) goToFirstWrong(event.currentTarget)
    else if (!register.isPending) register.mutate()
  }

  return (
    <Door
      title={t(`signUp.title.${isInvestor ? 'investor' : 'account'}`)}
      hint={t(by === 'code' ? 'signUp.hintCode' : 'signUp.hintLink')}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {by === 'code' ? (
            <EmailProof
              value={proof}
              onChange={setProof}
              tried={tried}
              type={isInvestor ? 'investor' : 'register'}
              open={info.data?.open === true}
            />
          ) : (
            <EmailField value={proof.email} onChange={typed => setProof({ ...proof, email: typed })} tried={tried} />
          )}
          <AccountForm
            value={entry}
            onChange={setEntry}
            tried={tried}
            failure={register.error}
            email={email}
            asks={{ company: !isInvestor, username: by === 'code', password: by === 'code' }}
          />
          {isInvestor && <ExperienceField value={experience} onChange={setExperience} tried={tried} />}
          <PolicyCheckbox checked={entry.agreed} onChange={agreed => setEntry({ ...entry, agreed })} tried={tried} />
          <ErrorNotice failure={register.error} />
          <Button type="submit" size="md" fullWidth loading={register.isPending}>
            {t(by === 'code' ? 'signUp.act' : 'signUp.sendLink')}
          </Button>
          <OtherWays by={by} flag={flag} />
        </Stack>
      </form>
      {info.data?.open === false && <AskForInvitation />}
    </Door>
  )
}

interface Registration {
  by: 'code' | 'link'
  entry: typeof emptyEntry
  proof: { email: string; code: string }
  /** Undefined unless an investor registers. */
  experience: InvestingExperience | undefined
}

function useRegister({ by, entry, proof, experience }: Registration) {
  const { i18n } = useTranslation()
  const entered = useEntered()
  const navigate = useNavigate()
  const agreedToday = useAgreedToday()
  const email = proof.email.trim()
  return useMutation({
    mutationFn: async () => {
      const language = i18n.language as Language
      const all = { ...accountInput(entry), email, language, timezone: browserZone(), ...agreedToday }
      const sent = by === 'code' ? { ...all, email_code: proof.code } : all
      const answer = experience
        ? await client.registerInvestorByEmail({ ...sent, investing_experience: experience })
        : await client.registerByEmail({ ...sent, company_name: entry.company_name.trim() })
      if (answer.mailed) await navigate('/signup-email-sent', { state: { email } })
      else await entered()
    },
  })
}

interface ExperienceProps {
  value: InvestingExperience | undefined
  onChange: (value: InvestingExperience | undefined) => void
  tried: boolean
}

function ExperienceField({ value, onChange, tried }: ExperienceProps) {
  const { t } = useTranslation('registration')
  return (
    <Select
      label={t('signUp.experience')}
      data={investingExperiences.map(one => ({ value: one, label: t(`signUp.experienceOf.${one}`) }))}
      value={value ?? null}
      onChange={chosen => onChange(investingExperiences.find(one => one === chosen))}
      error={tried && !value && t('signUp.experienceMissing')}
    />
  )
}

function OtherWays({ by, flag }: { by: 'code' | 'link'; flag: string }) {
  const { t } = useTranslation('registration')
  return (
    <>
      <Anchor component={Link} to={by === 'code' ? `/register/${flag}` : `/sign-up/${flag}`}>
        {t(by === 'code' ? 'signUp.byLink' : 'signUp.byCode')}
      </Anchor>
      <Anchor component={Link} to="/login">
        {t('signUp.haveAccount')}
      </Anchor>
    </>
  )
}
