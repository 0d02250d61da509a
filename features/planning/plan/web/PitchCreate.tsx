import { Checkbox, Skeleton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { writeItems } from '#contract/amounts.ts'
import { CallFailed } from '#contract/call.ts'
import { callers } from '#contract/declare.ts'
import { fullName } from '#contract/names.ts'
import { usePerson } from '#features/core/account/web/person.ts'
import { instantOfMoment } from '#features/core/pitch/web/moment.ts'
import { draftPaths, pitchPaths } from '#features/core/pitch/web/pitchActs.ts'
import { useRefreshPitches } from '#features/core/pitch/web/pitchQueries.ts'
import type { DraftDetail } from '#features/planning/draft/contract.ts'
import { InviteeFields } from '#features/planning/invite/web/InviteeFields.tsx'
import { type Invitees, invitedIn, inviteesOf, noInvitees } from '#features/planning/invite/web/invitees.ts'
import { SendWhen } from '#features/planning/send/web/SendWhen.tsx'
import { sendFields, sendProblem } from '#features/planning/send/web/sendMoment.ts'
import { DeckUpload } from '#features/room/deck/web/DeckUpload.tsx'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import type { Draft } from '#web/ui/draft.tsx'
import { doneNotice } from '#web/ui/notices.tsx'
import { FormColumn, FormSection, Page } from '#web/ui/Page.tsx'
import { readerZone } from '#web/ui/readerZone.ts'
import { type Assignee, AssigneeSelect } from './AssigneeSelect.tsx'
import { CompanyField, type CompanyTexts, filledFrom, useFirstCompany } from './CompanyField.tsx'
import type { CreateDraft } from './draft/createDraft.ts'
import { DraftInvitation } from './draft/DraftInvitation.tsx'
import { DraftMeanwhile, DraftSaveAct, useDraftState } from './draft/DraftMeanwhile.tsx'
import { type ServerDraft, useServerDraft } from './draft/useServerDraft.ts'
import { problemsOf } from './formProblems.ts'
import { type PlacedErrors, useFormErrors } from './formState.ts'
import { FurtherSections, PitchFormFrame } from './PitchFormFrame.tsx'
import { PitchNameFields } from './PitchTextFields.tsx'
import { emptyForm, fieldsOf, type PitchForm } from './pitchForm.ts'
import { WhenFields } from './WhenFields.tsx'

/** [SCREEN-002, ROUTE-092] Planning the caller's own pitch. */
export function PitchCreate() {
  const { t } = useTranslation('pitch')
  const person = usePerson()
  const company = useFirstCompany()
  const presenter = fullName(person)
  return (
    <Page title={t('create.title')} hint={t('create.hint')}>
      {company === undefined ? (
        <FormColumn>
          <Skeleton height={480} />
        </FormColumn>
      ) : (
        <CreateForm presenter={presenter} forOther={false} company={company} />
      )}
    </Page>
  )
}

/** [SCREEN-008, ROUTE-093] Planning a pitch for another presenter, for admins. */
export function PitchCreateByAdmin() {
  const { t } = useTranslation('pitch')
  const { roles } = usePerson()
  const keepsMail = useKeepsMail()
  const administersPitches = roles.some(role => (callers.pitchAdmins as readonly string[]).includes(role))
  if (!administersPitches) return <Navigate replace to="/pitches/create" />
  return (
    <Page title={t('createByAdmin.title')} hint={t(keepsMail ? 'createByAdmin.hintKept' : 'createByAdmin.hint')}>
      <CreateForm presenter="" forOther />
    </Page>
  )
}

interface CreateProps {
  presenter: string
  forOther: boolean
  /** The company that the form begins with. */
  company?: CompanyTexts | null
  /** The open draft, and whether the reader opens it as a pitch admin. */
  from?: DraftDetail
  byAdmin?: boolean
}

function emptyDraft(presenter: CreateProps['presenter'], company: CreateProps['company']): CreateDraft {
  const empty = emptyForm(presenter, readerZone())
  const form = company ? { ...empty, ...filledFrom(empty, company) } : empty
  return { form, invitees: noInvitees, uploads: [], noFile: false, mailSlide: false, assignee: null, sendAt: null }
}

/** Saves everything on the server as it is typed, and keeps in this browser what the server does not have yet. */
export function CreateForm({ presenter, forOther, company, from, byAdmin = false }: CreateProps) {
  const { t } = useTranslation(['pitch', 'send'])
  const person = usePerson()
  const [initial] = useState(() => emptyDraft(presenter, company))
  const draft = useServerDraft({
    nameOf: id => `pitch.${id ? `draft.${id}` : forOther ? 'newForOther' : 'new'}.${person.user_id}`,
    ...{ initial, from, byAdmin, forOther },
    // a reload, and the way back, find the draft again; the form itself stays as it is
    onSaved: id => history.replaceState(history.state, '', draftPaths.edit(id)),
  })
  const { form, noFile, uploads, assignee } = draft.value
  const input = useDeferredValue(draft.value.invitees)
  const invitees = useMemo(() => inviteesOf(input), [input])
  const [busy, setBusy] = useState(false)
  const problems = problemsOf(form, { owner: forOther ? assignee?.email : person.email, now: new Date() })
  const slides = busy ? 'uploading' : !noFile && uploads.length === 0 ? 'deckRequired' : undefined
  const sends = draft.value.sendAt && invitees.people.length > 0 ? draft.value.sendAt : undefined
  const sendWrong = sends && sendProblem(sends, instantOfMoment(form.start), new Date())
  const further: PlacedErrors = {
    ...(sendWrong && { send: t(`send:problem.${sendWrong}`) }),
    ...(slides && { file: t(`problem.${slides}`) }),
    ...(forOther && !assignee && { assignee: t('createByAdmin.assigneeMissing') }),
  }
  const creating = useCreatePitch(draft)
  const { formRef, errors, loose, leave, attempt } = useFormErrors(problems, creating.error, further)
  const change = (part: Partial<PitchForm>) => draft.change(now => ({ ...now, form: { ...now.form, ...part } }))
  const props = { form, errors, leave, change }

  /** Fills in the presenter's name too, unless another one was typed. */
  function assign(next: Assignee | null) {
    const presenter_name = next && form.presenter_name === (assignee?.name ?? '') ? next.name : undefined
    const named = presenter_name === undefined ? {} : { presenter_name }
    draft.change(now => ({ ...now, assignee: next, form: { ...now.form, ...named } }))
  }
  function submit() {
    attempt()
    const isChosen = (draft.meanwhile?.both.length ?? 0) === 0
    if (isChosen && Object.keys(problems).length === 0 && Object.keys(further).length === 0) creating.mutate()
  }
  const note = useDraftState(draft)

  return (
    <PitchFormFrame
      draft={draft}
      formRef={formRef}
      onSubmit={submit}
      failure={loose}
      failed={t('create.failed')}
      back={forOther ? '/pitch-management/index' : '/pitches/list'}
      act={invitees.people.length > 0 ? t('create.actInvite', { count: invitees.people.length }) : t('create.act')}
      busy={creating.isPending}
      note={note}
      tools={<DraftSaveAct draft={draft} />}
    >
      <DraftMeanwhile draft={draft} />
      <FormSection title={t('section.what')} hint={t('section.whatHint')}>
        {forOther && <AssigneeSelect value={assignee} error={errors.assignee} onChange={assign} />}
        <CompanyField key={assignee?.user_id} {...props} presenterId={assignee?.user_id} />
        <PitchNameFields {...props} />
      </FormSection>
      <FormSection title={t('section.when')} hint={t('section.whenHint')}>
        <WhenFields form={form} onChange={change} onLeave={leave} errors={errors} />
      </FormSection>
      <SlidesSection draft={draft} busy={busy} onBusyChange={setBusy} error={errors.file} />
      <InviteSection {...{ draft, from, invitees }} error={errors.attendees} sendError={errors.send} />
      <FurtherSections {...props} />
      {from && <BroughtSection draft={from} />}
    </PitchFormFrame>
  )
}

interface SlidesProps {
  draft: Draft<CreateDraft>
  busy: boolean
  onBusyChange: (busy: boolean) => void
  error: string | undefined
}

function SlidesSection({ draft, busy, onBusyChange, error }: SlidesProps) {
  const { t } = useTranslation('pitch')
  const { uploads, noFile } = draft.value
  return (
    <FormSection title={t('section.slides')} hint={t('section.slidesHint')}>
      <DeckUpload
        value={uploads}
        onChange={next => draft.change(now => ({ ...now, uploads: next }))}
        onBusyChange={onBusyChange}
        error={error}
      />
      {uploads.length === 0 && !busy && (
        <Checkbox
          label={t('create.withoutSlides')}
          description={t('create.withoutSlidesHint')}
          checked={noFile}
          onChange={({ currentTarget }) => draft.change(now => ({ ...now, noFile: currentTarget.checked }))}
        />
      )}
    </FormSection>
  )
}

interface InviteProps {
  draft: ServerDraft
  from: DraftDetail | undefined
  invitees: Invitees
  error: string | undefined
  /** What is wrong with the moment at which they are invited. */
  sendError: string | undefined
}

function InviteSection({ draft, from, invitees, error, sendError }: InviteProps) {
  const { t } = useTranslation(['pitch', 'send'])
  const { form, sendAt = null } = draft.value
  const keepsMail = useKeepsMail()
  return (
    <FormSection title={t('section.invite')} hint={t(keepsMail ? 'section.inviteHintKept' : 'section.inviteHint')}>
      <InviteeFields
        value={draft.value.invitees}
        onChange={value => draft.change(now => ({ ...now, invitees: value }))}
        invitees={invitees}
        error={error}
        // contacts are brought to the draft that the form is by now
        returnTo={draft.saved && !from ? draftPaths.edit(draft.saved.id) : undefined}
      />
      {invitees.people.length > 0 && (
        <SendWhen
          value={sendAt}
          onChange={value => draft.change(now => ({ ...now, sendAt: value }))}
          error={sendError}
          start={instantOfMoment(form.start)}
          zone={form.start.zone}
          nowLabel={t('send:when.nowCreate')}
        />
      )}
      {invitees.people.length > 0 && <DraftInvitation draft={draft} />}
    </FormSection>
  )
}

/** What a copy brings along that is changed on the page of the pitch. */
function BroughtSection({ draft }: { draft: DraftDetail }) {
  const { t, i18n } = useTranslation(['drafts', 'pitch'])
  const brought = [draft.has_logo && t('pitch:logo.title'), ...draft.documents.map(({ filename }) => filename)]
  const names = brought.filter(name => name !== false)
  if (names.length === 0) return null
  return (
    <FormSection
      title={t('pitch:document.title')}
      hint={t('drafts:brought', { names: writeItems(names, i18n.language) })}
    >
      {null}
    </FormSection>
  )
}

/** Sends the draft and opens the new pitch. The draft stays when it fails. */
function useCreatePitch(draft: ServerDraft) {
  const { t } = useTranslation('pitch')
  const navigate = useNavigate()
  const refresh = useRefreshPitches()
  const keepsMail = useKeepsMail()
  return useMutation({
    mutationFn: async () => {
      const { form, invitees, uploads, noFile, mailSlide = false, assignee, sendAt } = draft.value
      const { people } = inviteesOf(invitees)
      await draft.idle()
      const { saved } = draft
      const created = await client.createPitchByPresenter({
        ...fieldsOf(form),
        attendees_arr: invitedIn(invitees.language, people),
        no_file: noFile && uploads.length === 0,
        mail_slide: mailSlide,
        upload_ids: [...uploads],
        ...(assignee && { user_id: assignee.user_id }),
        ...(sendAt && people.length > 0 && { send_later: true, ...sendFields(sendAt) }),
        ...(saved && { draft_id: saved.id, draft_version: saved.version }),
      })
      return { ...created, invited: people.length, isLater: Boolean(sendAt) }
    },
    onMutate: () => draft.pause(true),
    onError: failure => {
      draft.pause(false)
      if (failure instanceof CallFailed && failure.code === 'DraftChanged') void draft.look()
    },
    onSuccess: async pitch => {
      draft.sent()
      const { invited: count } = pitch
      const done = pitch.isLater
        ? 'create.doneScheduled'
        : pitch.waiting
          ? 'create.doneWaiting'
          : keepsMail
            ? 'create.doneKept'
            : 'create.doneInvited'
      doneNotice(count > 0 ? t(done, { count }) : t('create.done'))
      await refresh()
      // without mail, the links have to be copied from the list of attendees
      navigate(
        count > 0 && keepsMail && !pitch.isLater ? `${pitchPaths.view(pitch)}?tab=invited` : pitchPaths.view(pitch),
      )
    },
  })
}
