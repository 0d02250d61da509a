import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormSection } from '#web/ui/Page.tsx'
import { StateBadge } from '#web/ui/StateBadge.tsx'
import { useFieldErrors } from '#web/ui/wording.ts'
import { CodeField } from './CodeField.tsx'
import { ProofField, proofSent } from './ProofField.tsx'
import { type Info, useKeepInfo } from './personalInfo.ts'

/** [RULE-030, ENT-046] The number for text messages, and the code that proves it. */
export function MobileSection({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const [mobile, setMobile] = useState(info.mobile)
  const [password, setPassword] = useState('')
  const keep = useKeepInfo()
  const save = useMutation({
    mutationFn: () => client.updatePersonalInfo({ mobile, ...proofSent(password) }),
    onSuccess: async saved => {
      await keep(saved)
      setMobile(saved.mobile)
      setPassword('')
      doneNotice(t('mobile.saved'))
    },
  })

  // whether there can be such a number is known by the server alone: the tables of all countries weigh 80 kB
  const refused = useFieldErrors(save.error)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!save.isPending) save.mutate()
  }

  return (
    <FormSection title={t('mobile.title')} hint={t('mobile.hint')}>
      <form onSubmit={submit} noValidate className="form-fields">
        <TextInput
          label={t('mobile.field')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          maw={280}
          value={mobile}
          onChange={event => setMobile(event.currentTarget.value)}
          error={refused['mobile']}
        />
        {mobile !== info.mobile && <ProofField hint={t('proof.mobileHint')} value={password} onChange={setPassword} />}
        {!refused['mobile'] && <ErrorNotice failure={save.error} title={t('mobile.notSaved')} />}
        <Group>
          <Button type="submit" variant="default" loading={save.isPending} disabled={mobile === info.mobile}>
            {t('mobile.save')}
          </Button>
        </Group>
      </form>
      {info.mobile && <Verification key={info.mobile} info={info} />}
    </FormSection>
  )
}

function Verification({ info }: { info: Info }) {
  const { t } = useTranslation('profile')
  const keep = useKeepInfo()
  const number = info.mobile
  const send = useMutation({ mutationFn: () => client.sendMobileCode({}) })
  const verify = useMutation({
    mutationFn: (code: string) => client.verifyMobile({ code }),
    onSuccess: async saved => {
      await keep(saved)
      doneNotice(t('mobile.done', { number }))
    },
  })
  if (info.is_mobile_verified)
    return (
      <div>
        <StateBadge tone="good">{t('mobile.verified')}</StateBadge>
      </div>
    )
  return (
    <>
      <Group>
        <StateBadge tone="warn">{t('mobile.unverified')}</StateBadge>
        <Button size="xs" variant="default" loading={send.isPending} onClick={() => send.mutate()}>
          {t('mobile.send')}
        </Button>
      </Group>
      <div role="status">{send.data && (send.data.is_sent ? t('mobile.sent', { number }) : t('mobile.kept'))}</div>
      <ErrorNotice failure={send.error} title={t('mobile.failed')} />
      {send.data && (
        <CodeField
          label={t('mobile.code')}
          act={t('mobile.verify')}
          failed={t('mobile.failed')}
          isPending={verify.isPending}
          failure={verify.error}
          onCode={code => verify.mutate(code)}
        />
      )}
    </>
  )
}
