import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { DeckUpload } from '#features/deck/web/DeckUpload.tsx'
import { InviteeFields } from '#features/invite/web/InviteeFields.tsx'
import { type InviteeInput, invitedIn, inviteesOf, noInvitees } from '#features/invite/web/invitees.ts'
import { client } from '#web/client/client.ts'
import { usePerson } from '#web/shell/person.ts'
import { DraftNotice } from '#web/ui/DraftNotice.tsx'
import { doneNotice } from '#web/ui/doneNotice.ts'
import { type Draft, useDraft } from '#web/ui/draft.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { StickyBar } from '#web/ui/StickyBar.tsx'
import { type PlacedErrors, useFormErrors } from './formState.ts'
import { AccessFields, HelperFields } from './PeopleFields.tsx'
import { PitchNameFields, PitchTextFields } from './PitchTextFields.tsx'
import { pitchPaths } from './pitchActs.ts'
import { emptyForm, fieldsOf, type PitchForm, problemsOf } from './pitchForm.ts'
import { useRefreshPitches } from './pitchQueries.ts'
import { WhenFields } from './WhenFields.tsx'
import { deviceZone } from './zones.ts'

/** What the browser keeps of a pitch that has not been created yet. */
interface CreateDraft {
  readonly form: PitchForm
  readonly invitees: InviteeInput
  /** Finished uploads, in their order. */
  readonly uploads: readonly string[]
  readonly noFile: boolean
}

/** [SCREEN-002, ROUTE-092] Planning a pitch. Everything is kept in this browser until the server has it. */
export function PitchCreate() {
  const { t } = useTranslation(['pitch', 'common'])
  const person = usePerson()
  const draft = useDraft<CreateDraft>(`pitch.new.${person.user_id}`, {
    form: emptyForm(`${person.firstname} ${person.lastname}`.trim(), deviceZone()),
    invitees: noInvitees,
    uploads: [],
    noFile: false,
  })
  const { form, noFile, uploads } = draft.value
  const input = useDeferredValue(draft.value.invitees)
  const invitees = useMemo(() => inviteesOf(input), [input])
  const [begun] = useState(draft.value)
  const [busy, setBusy] = useState(false)
  const problems = problemsOf(form, { owner: person.email, now: new Date() })
  const slides = busy ? 'uploading' : !noFile && uploads.length === 0 ? 'deckRequired' : undefined
  const further: PlacedErrors = slides ? { file: t(`pitch:problem.${slides}`) } : {}
  const creating = useCreatePitch(draft)
  const { formRef, errors, loose, leave, attempt } = useFormErrors(problems, creating.error, further)
  const change = (part: Partial<PitchForm>) => draft.change(now => ({ ...now, form: { ...now.form, ...part } }))
  const props = { form, errors, leave, change }

  function submit(event: FormEvent) {
    event.preventDefault()
    attempt()
    if (Object.keys(problems).length === 0 && !slides) creating.mutate()
  }

  return (
    <Page title={t('pitch:create.title')} hint={t('pitch:create.hint')}>
      <form ref={formRef} onSubmit={submit} noValidate>
        <FormColumn>
          <DraftNotice draft={draft} />
          <FormSection title={t('pitch:section.what')} hint={t('pitch:section.whatHint')}>
            <PitchNameFields {...props} />
          </FormSection>
          <FormSection title={t('pitch:section.when')} hint={t('pitch:section.whenHint')}>
            <WhenFields form={form} onChange={change} onLeave={leave} errors={errors} />
          </FormSection>
          <FormSection title={t('pitch:section.slides')} hint={t('pitch:section.slidesHint')}>
            <DeckUpload
              value={uploads}
              onChange={next => draft.change(now => ({ ...now, uploads: next }))}
              onBusyChange={setBusy}
              error={errors.file}
            />
            {uploads.length === 0 && !busy && (
              <Checkbox
                label={t('pitch:create.withoutSlides')}
                description={t('pitch:create.withoutSlidesHint')}
                checked={noFile}
                onChange={({ currentTarget }) => draft.change(now => ({ ...now, noFile: currentTarget.checked }))}
              />
            )}
          </FormSection>
          <FormSection title={t('pitch:section.invite')} hint={t('pitch:section.inviteHint')}>
            <InviteeFields
              value={draft.value.invitees}
              onChange={value => draft.change(now => ({ ...now, invitees: value }))}
              invitees={invitees}
              error={errors.attendees}
            />
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
          <ErrorNotice failure={loose} title={t('pitch:create.failed')} />
        </FormColumn>
        <StickyBar note={draft.value === begun && !draft.restoredAt ? undefined : t('common:draft.saved')}>
          <Button variant="default" component={Link} to="/pitches/list">
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {invitees.people.length > 0
              ? t('pitch:create.actInvite', { count: invitees.people.length })
              : t('pitch:create.act')}
          </Button>
        </StickyBar>
      </form>
    </Page>
  )
}

/** Sends the draft; the view of the new pitch comes after it, and nothing is lost when it fails. */
function useCreatePitch(draft: Draft<CreateDraft>) {
  const { t } = useTranslation('pitch')
  const navigate = useNavigate()
  const refresh = useRefreshPitches()
  return useMutation({
    mutationFn: async () => {
      const { form, invitees, uploads, noFile } = draft.value
      const { people } = inviteesOf(invitees)
      const created = await client.createPitchByPresenter({
        ...fieldsOf(form),
        attendees_arr: invitedIn(invitees.language, people),
        no_file: noFile && uploads.length === 0,
        upload_ids: [...uploads],
      })
      return { ...created, invited: people.length }
    },
    onSuccess: async pitch => {
      draft.sent()
      doneNotice(pitch.invited > 0 ? t('create.doneInvited', { count: pitch.invited }) : t('create.done'))
      await refresh()
      navigate(pitchPaths.view(pitch))
    },
  })
}
