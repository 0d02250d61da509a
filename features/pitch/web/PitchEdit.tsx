import { Alert, Anchor, Button, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { CallFailed } from '#contract/call.ts'
import { client } from '#web/client/client.ts'
import { usePerson } from '#web/shell/person.ts'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { useDraft } from '#web/ui/draft.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import type { PitchDetail } from '../fields.ts'
import { isLockedFor } from '../rules.ts'
import { useFormErrors } from './formState.ts'
import { AccessFields, HelperFields } from './PeopleFields.tsx'
import { PitchNameFields, PitchTextFields } from './PitchTextFields.tsx'
import { pitchActs, pitchPaths } from './pitchActs.ts'
import { fieldsOf, formOf, type PitchForm, problemsOf } from './pitchForm.ts'
import { pitchByIdQuery, pitchQuery, useRefreshPitches } from './pitchQueries.ts'
import { WhenFields } from './WhenFields.tsx'

/** [SCREEN-004, ROUTE-107, ROUTE-100, ROUTE-101] Changing a pitch; its address has the number, or the uuid. */
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
          <Alert variant="light" icon={<IconInfoCircle aria-hidden />}>
            {t(pitchActs(pitch).manage ? 'edit.closed' : 'edit.notYours')}{' '}
            <Anchor component={Link} to={pitchPaths.view(pitch)}>
              {t('act.view')}
            </Anchor>
          </Alert>
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

function EditForm({ pitch }: { pitch: PitchDetail }) {
  const { t } = useTranslation(['pitch', 'common'])
  const person = usePerson()
  const navigate = useNavigate()
  const refresh = useRefreshPitches()
  const draft = useDraft<PitchForm>(`pitch.${pitch.uuid}.${person.user_id}`, formOf(pitch))
  const form = draft.value
  const [begun] = useState(form)
  const problems = problemsOf(form, {
    owner: pitch.part === 'owner' ? person.email : undefined,
    now: new Date(),
    storedStart: new Date(pitch.start_date_raw),
  })
  const saving = useMutation({
    mutationFn: () => client.updatePitch({ uuid: pitch.uuid, ...fieldsOf(form) }),
    onSuccess: async () => {
      draft.sent()
      doneNotice(t('pitch:edit.done'))
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

  function submit(event: FormEvent) {
    event.preventDefault()
    attempt()
    if (Object.keys(problems).length === 0) saving.mutate()
  }

  return (
    <form ref={formRef} onSubmit={submit} noValidate>
      <FormColumn>
        <DraftNotice draft={draft} />
        <FormSection title={t('pitch:section.what')} hint={t('pitch:section.whatHint')}>
          <PitchNameFields {...props} />
        </FormSection>
        <FormSection title={t('pitch:section.when')} hint={t('pitch:section.whenEditHint')}>
          <WhenFields form={form} onChange={draft.change} onLeave={leave} errors={errors} />
        </FormSection>
        <FormSection title={t('pitch:section.texts')} hint={t('pitch:section.textsHint')}>
          <PitchTextFields {...props} />
        </FormSection>
        <FormSection title={t('pitch:section.people')} hint={t('pitch:section.peopleHint')}>
          <HelperFields {...props} />
        </FormSection>
        <FormSection title={t('pitch:section.access')} hint={t('pitch:section.accessHint')}>
          <AccessFields {...props} />
        </FormSection>
        <FormSection title={t('pitch:section.elsewhere')}>
          <Anchor component={Link} to={pitchPaths.slides(pitch)}>
            {t('pitch:slides.manage')}
          </Anchor>
          <Anchor component={Link} to={pitchPaths.invite(pitch)}>
            {t('pitch:act.invite')}
          </Anchor>
        </FormSection>
        <ErrorNotice failure={loose} title={t('pitch:edit.failed')} />
      </FormColumn>
      <StickyBar note={draft.value === begun && !draft.restoredAt ? undefined : t('common:draft.saved')}>
        <Button variant="default" component={Link} to={pitchPaths.view(pitch)}>
          {t('common:act.cancel')}
        </Button>
        <Button type="submit" loading={saving.isPending}>
          {t('pitch:edit.act')}
        </Button>
      </StickyBar>
    </form>
  )
}
