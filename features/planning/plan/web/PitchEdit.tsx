import { Anchor, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchDetail } from '#features/core/pitch/fields.ts'
import { isLockedFor, looksAfterPitches } from '#features/core/pitch/rules.ts'
import { Closed } from '#features/core/pitch/web/PitchPage.tsx'
import { pitchActs, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { pitchByIdQuery, pitchQuery, useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { useDraft } from '#web/ui/draft.tsx'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { CompanyField } from './CompanyField.tsx'
import { problemsOf } from './formProblems.ts'
import { useFormErrors } from './formState.ts'
import { FurtherSections, PitchFormFrame } from './PitchFormFrame.tsx'
import { PitchNameFields } from './PitchTextFields.tsx'
import { fieldsOf, formOf, type PitchForm } from './pitchForm.ts'
import { WhenFields } from './WhenFields.tsx'

/** [SCREEN-004, ROUTE-107, ROUTE-100, ROUTE-101] Changing a pitch, by the number or the uuid in the address. */
export function PitchEdit() {
  const { t } = useTranslation('pitch')
  const { id, uuid } = useParams()
  const { roles } = usePerson()
  const byId = useQuery({ ...pitchByIdQuery(Number(id)), enabled: id !== undefined })
  const byUuid = useQuery({ ...pitchQuery(uuid ?? ''), enabled: uuid !== undefined })
  const { data: pitch, error, refetch } = id === undefined ? byUuid : byId
  return (
    <Page title={t('edit.title')} {...(pitch && { hint: pitch.presentation_name })}>
      {pitch ? (
        isLockedFor(pitch.is_locked, roles) ? (
          <ErrorNotice failure={new CallFailed('PitchLocked')} />
        ) : pitchActs(pitch).edit ? (
          <EditForm key={pitch.uuid} pitch={pitch} />
        ) : (
          <Closed>
            {t(pitchActs(pitch).manage ? 'edit.closed' : 'edit.notYours')}{' '}
            <Anchor component={Link} to={pitchPaths.view(pitch)} underline="always">
              {t('act.view')}
            </Anchor>
          </Closed>
        )
      ) : error ? (
        <ErrorNotice failure={error} retry={refetch} />
      ) : (
        <FormColumn>
          <Skeleton height={480} />
        </FormColumn>
      )}
    </Page>
  )
}

/** The fields as they are sent: the spotlight by those alone who choose it, since others could only undo their choice. */
function changesOf(form: PitchForm, roles: readonly string[]) {
  const { spotlight, ...fields } = fieldsOf(form)
  return looksAfterPitches(roles) && spotlight !== undefined ? { ...fields, spotlight } : fields
}

function EditForm({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation('pitch')
  const person = usePerson()
  const navigate = useNavigate()
  const refresh = useRefreshPitches()
  const keepsMail = useKeepsMail()
  const draft = useDraft<PitchForm>(`pitch.${pitch.uuid}.${person.user_id}`, formOf(pitch))
  const form = draft.value
  const problems = problemsOf(form, {
    owner: pitch.part === 'owner' ? person.email : undefined,
    now: new Date(),
    storedStart: new Date(pitch.start_date_raw),
  })
  const saving = useMutation({
    mutationFn: () => client.updatePitch({ uuid: pitch.uuid, ...changesOf(form, person.roles) }),
    onSuccess: async () => {
      draft.sent()
      doneNotice(t('edit.done'))
      await refresh()
      navigate(pitchPaths.view(pitch))
    },
  })
  const { formRef, errors, loose, leave, attempt } = useFormErrors(problems, saving.error)
  const props = {
    form,
    errors,
    leave,
    change: (part: Partial<PitchForm>) => draft.change(now => ({ ...now, ...part })),
  }

  function submit() {
    attempt()
    if (Object.keys(problems).length === 0) saving.mutate()
  }

  return (
    <PitchFormFrame
      draft={draft}
      formRef={formRef}
      onSubmit={submit}
      failure={loose}
      failed={t('edit.failed')}
      back={pitchPaths.view(pitch)}
      act={t('edit.act')}
      busy={saving.isPending}
    >
      <FormSection title={t('section.what')} hint={t('section.whatHint')}>
        <CompanyField {...props} uuid={pitch.uuid} />
        <PitchNameFields {...props} />
      </FormSection>
      <FormSection title={t('section.when')} hint={t(keepsMail ? 'section.whenEditHintKept' : 'section.whenEditHint')}>
        <WhenFields form={form} onChange={draft.change} onLeave={leave} errors={errors} />
      </FormSection>
      <FurtherSections {...props} pitch={pitch.uuid} />
      <FormSection title={t('section.elsewhere')}>
        <Anchor component={Link} to={pitchPaths.companyInfo(pitch)}>
          {t('companyInfo.title')}
        </Anchor>
        <Anchor component={Link} to={pitchPaths.slides(pitch)}>
          {t('slides.manage')}
        </Anchor>
        <Anchor component={Link} to={pitchPaths.invite(pitch)}>
          {t('act.invite')}
        </Anchor>
      </FormSection>
    </PitchFormFrame>
  )
}
