import { eq } from 'drizzle-orm'
import { pitchHold } from '#features/core/pitch/server/tables.ts'
import { spvSeries } from '#features/core/vehicle/server/tables.ts'
import { seatWait } from '#features/results/commitment/server/tables.ts'
import { addHidden, addMute, noteWatched, storeDecision } from '#features/results/replay/server/decisionQueries.ts'
import { beginFilm } from '#features/results/replay/server/film/queries.ts'
import { recordingSilence } from '#features/results/replay/server/tables.ts'
import { insertVideo, setSlides } from '#features/results/replay/server/videoQueries.ts'
import { filesOf } from '#features/room/deck/server/queries.ts'
import { CONSENT_WORDS } from '#features/room/recording/rules.ts'
import { attachRecording } from '#features/room/recording/server/attachedQueries.ts'
import { lineOf, storePiece } from '#features/room/recording/server/queries.ts'
import { recording, recordingGap } from '#features/room/recording/server/tables.ts'
import { claimHearing } from '#features/talk/caption/server/speech/queries.ts'
import { beatWorkers } from '#server/jobs/workers.ts'
import { makePdf } from '#testing/decks.ts'
import { livePitch } from '#testing/livePitch.ts'
import { pitchForm } from '#testing/pitchStack.ts'
import { follow, type RoomStack, until } from '#testing/startRooms.ts'
import { uploadCall } from '#testing/upload.ts'

/** A planned pitch, one that was over, with its deck, room, contributions and results, and a live one. */
export async function fillPitches(stack: RoomStack): Promise<void> {
  await plan(stack)
  const values = {
    coHosts: [stack.people.coHost.email],
    showQuestion: true,
    noFile: false,
  }
  const over = await livePitch(stack, { ...values, recording: 'start' }, ({ uuid }) => bringDeck(stack, uuid))
  const leave = await attend(stack, over)
  await record(stack, over)
  await talk(stack, over)
  await caption(stack, over)
  await share(stack, over)
  await askAndVote(stack, over)
  await commit(stack, over)
  await leave()
  await stack.as('presenter').endPitch({ uuid: over.pitch_uuid })
  await over.investor.createPitchEPFeedback({ uuid: over.pitch_uuid, rating: 'good', note: 'I heard every word.' })
  await over.investor.createAttendeeFeedback({ uuid: over.pitch_uuid, select: 'invest', note: 'Call me in May.' })
  const live = await livePitch(stack, { presentationName: 'Still going on' })
  await live.say(live.investor, 'We have only just begun.')
  await claimHearing(stack.db, { pitchId: live.made.id, serverId: crypto.randomUUID(), isHeard: true })
  await beatWorkers(stack.db, ['a-worker-of-a-cluster'])
}
type Live = Awaited<ReturnType<typeof livePitch>>

/** A pitch of the day after tomorrow, with a used invitation and a rehearsal. */
async function plan(stack: RoomStack) {
  const presenter = stack.as('presenter')
  const attendees_arr = [{ email: 'guest@elsewhere.test', firstname: 'Gus', lastname: 'Guest' }]
  const { uuid } = await presenter.createPitchByPresenter(pitchForm({ attendees_arr }))
  const { items } = await presenter.getPitchAttendeeList({ uuid })
  const { link } = await presenter.createJoinLink({ uuid, attendee_id: items[0]?.id ?? '' })
  const access_token = new URL(link).searchParams.get('access_token') ?? ''
  await stack.as('nobody').exchangeJoinLink({ uuid, access_token })
  await presenter.createPitchDraftByPresenter({ presentation_name: 'Series A', attendees_arr })
  await stack.as('admin').setPitchPending({ uuid, reason: 'The deal terms are missing.' })
  await stack.as('admin').updateOrganisationSettings({ require_approval: true })
  await presenter.invitePitchByManuallyContacts({ uuid, attendees_arr: [{ email: 'waits@elsewhere.test' }] })
  await stack.as('admin').updateOrganisationSettings({ require_approval: false })
  const { start_date } = pitchForm()
  const listed = { list_name: 'Later', list_type: 'static', shared: true } as const
  const { id: list } = await stack.as('admin').createList(listed)
  await presenter.schedulePitch({
    list_ids: [list],
    ...{ uuid, attendees_arr: [{ email: 'later@elsewhere.test' }], scheduled_send_date: start_date },
    ...{ scheduled_send_time: '09:00', scheduled_send_noon: 'AM', scheduled_send_zone: 'America/New_York' },
  })
  await presenter.updateReminderPlan({ uuid, minutes_before: [60] })
  const open = await presenter.createPitchByPresenter(pitchForm({ is_public: true }))
  await stack.as('investor').createNotInterestedInPitch({ uuid: open.uuid })
  await presenter.openRehearsal({ uuid })
}

/** A deck as a part of a form, sent twice, and an unfinished upload in pieces. */
async function bringDeck(stack: RoomStack, pitch_uuid: string) {
  const { token } = stack.people.presenter
  const bytes = await makePdf(3)
  await uploadCall(stack.app, 'createPitchFile', token, { bytes, name: 'Acme.pdf' }, { pitch_uuid })
  const files = async () => (await stack.as('presenter').getPitchFileList({ pitch_uuid })).items
  await until(async () => (await files())[0]?.status === 'ready', 60_000)
  await stack.as('presenter').getPitchFileLocation({ pitch_uuid, file_id: (await files())[0]?.id ?? '' })
  const name = Buffer.from('Later.pdf').toString('base64')
  await fetch(`${stack.url}/uploads`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' },
      ...{ 'upload-length': '5000', 'upload-metadata': `filename ${name}` },
    },
  })
}

/** The presenter and two investors join, and turn pages. Returns how they leave. */
async function attend(stack: RoomStack, { pitch_uuid, ivy, ines }: Live): Promise<() => Promise<void>> {
  const clients = (['presenter', ivy, ines] as const).map(who => stack.connect(who, pitch_uuid))
  const all = clients.map(follow)
  await until(() => all.every(seen => seen.first))
  const stays = async () => (await stack.frame.pool.query('select from attendance')).rowCount ?? 0
  await until(async () => (await stays()) === clients.length)
  for (const client of clients) client.emit('watching', { visible: true })
  for (const page of [2, 3]) {
    await stack.as('presenter').sgUpdatePitchPages({ pitch_uuid, page })
    await until(() => all.every(seen => seen.view?.room.page === page))
  }
  return async () => {
    await stack.empty()
    await until(async () => (await stack.frame.pool.query('select from page_view')).rowCount)
  }
}

async function talk(stack: RoomStack, { pitch_uuid, group_uuid, investor, second, say }: Live) {
  const { id: message_id = 0 } = await say(investor, 'What is your margin?')
  await stack.as('member').reactToMessage({ group_uuid, message_id, emoji: '👍', on: true })
  await second.addChatGroup({ pitch_uuid, members: [stack.people.investor.id] })
  await investor.setHand({ pitch_uuid, raised: true })
  await stack
    .as('presenter')
    .updatePitchMuteChat({ pitch_uuid, user_id: stack.people.secondInvestor.id, is_mute_chat: true })
  // as a browser does, which repeats an unanswered call
  const key = crypto.randomUUID()
  const content = new URLSearchParams({ group_uuid, content: 'Twice and once', local_msg_id: crypto.randomUUID() })
  await fetch(`${stack.url}/imapi/v1.4/instant/messaging/send`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.people.member.token}`, 'idempotency-key': key },
    body: content,
  })
}

async function caption(stack: RoomStack, { pitch_uuid, investor }: Live) {
  await investor.setCaptionLanguage({ pitch_uuid, language: 'zh-Hans' })
  const presenter = stack.as('presenter')
  await presenter.updatePitchCaptionSettings({ pitch_uuid, keeps: true, spoken: 'en' })
  const sentence = { id: crypto.randomUUID(), text: 'Robots that clean hulls.', language: 'en', final: true } as const
  await presenter.sendCaption({ pitch_uuid, ...sentence })
  await until(
    async () => (await stack.frame.pool.query('select from caption_translation where text is not null')).rowCount,
  )
}

async function share(stack: RoomStack, { pitch_uuid }: Live) {
  const presenter = stack.as('presenter')
  const { resource_id } = await presenter.agoraSharescreenAcquire({ pitch_uuid })
  await presenter.agoraSharescreenStart({ pitch_uuid, resource_id })
  await presenter.agoraSharescreenStop({ pitch_uuid })
}

/** The presenter and an investor answer whether they are recorded, and some seconds of the presenter are. */
async function record(stack: RoomStack, { pitch_uuid, investor, made }: Live) {
  await stack.as('presenter').answerRecording({ pitch_uuid, agrees: true, words: CONSENT_WORDS })
  await investor.answerRecording({ pitch_uuid, agrees: false, words: CONSENT_WORDS })
  const [row] = await stack.db.select().from(recording).where(eq(recording.pitchId, made.id))
  const recordingId = row?.id ?? ''
  const line = await lineOf(stack.db, recordingId, stack.people.presenter.id, 'microphone')
  const bytes = Buffer.from('sound')
  await storePiece(stack.db, { type: 'head', line: line.id, number: 0, codecs: 'opus', bytes })
  await storePiece(stack.db, { type: 'segment', line: line.id, number: 0, head: 0, start: 1, duration: 4, bytes })
  await stack.db.insert(recordingGap).values({ recordingId, startsAt: 5, endsAt: 9 })
  await stack.db
    .insert(recordingSilence)
    .values({ recordingId, spans: [{ from: 1, to: 4 }], failures: 1, againAt: new Date() })
  await storeDecision(stack.db, recordingId, { review: 'pass', approvedAt: new Date() })
  await stack.db.transaction(db => addMute(db, recordingId, { from: 2, to: 3 }))
  await stack.db.transaction(db => addHidden(db, recordingId, 1))
  const film = { recordingId, audience: 'team', attempt: crypto.randomUUID() } as const
  await stack.db.transaction(db => beginFilm(db, film))
  await attachVideo(stack, made)
  await stack.db.update(recording).set({ dueAt: new Date() }).where(eq(recording.id, recordingId))
  const held = { organisationId: made.organisationId, pitchId: made.id, reason: 'Dispute', releaseReason: 'Settled' }
  const [placedBy, releasedBy] = [stack.people.admin.id, stack.people.superadmin.id]
  await stack.db
    .insert(pitchHold)
    .values({ ...held, placedBy, placedAt: new Date(), releasedBy, releasedAt: new Date() })
  const watched = { recordingId, accountId: stack.people.investor.id, spans: [{ from: 1, to: 5 }], place: 5 }
  await stack.db.transaction(db => noteWatched(db, { ...watched, isAttention: true }))
  const { deck } = await investor.sgGetPitchPagesData({ pitch_uuid })
  await investor.noteReading({ pitch_uuid, deck, pages: [{ page: 1, seconds: 4 }] })
}

/** A video that was attached to the pitch, with a slide. */
async function attachVideo({ db, people }: RoomStack, made: Live['made']) {
  const [recordingId, accountId] = [crypto.randomUUID(), people.presenter.id]
  const [file] = await filesOf(db, made.id)
  await db.transaction(async tx => {
    await attachRecording(tx, recordingId, made)
    await insertVideo(tx, { recordingId, accountId, name: 'pitch.mp4', size: 1000, attempt: crypto.randomUUID() })
    await setSlides(tx, recordingId, [{ startsAt: 1, fileId: file?.id ?? '', number: 1 }])
  })
}

async function askAndVote(stack: RoomStack, { pitch_uuid, investor, second }: Live) {
  const question = { content: 'Who are your customers?', is_named: true, local_question_id: crypto.randomUUID() }
  const { id: question_id } = await investor.askQuestion({ pitch_uuid, ...question })
  await stack.as('member').updateQuestion({ pitch_uuid, question_id, state: 'answered' })
  const presenter = stack.as('presenter')
  const { id: poll_id } = await presenter.savePoll({ pitch_uuid, question: 'Lunch at one?', options: ['Yes', 'No'] })
  await presenter.openPoll({ pitch_uuid, poll_id })
  await investor.votePoll({ pitch_uuid, poll_id, choices: [0] })
  await second.votePoll({ pitch_uuid, poll_id, choices: [1] })
  await presenter.closePoll({ pitch_uuid, poll_id, is_shown: true })
}

/** A commitment that stays, one that is withdrawn, and an investor who waits for a seat of a series. */
async function commit(stack: RoomStack, { pitch_uuid: uuid, investor, second, made }: Live) {
  const { en: statement, version } = (await investor.getCommitmentTerms({ uuid })).statement
  const shown = { statement, statement_version: version, statement_language: 'en' } as const
  await investor.commitInPitch({ uuid, money_amount: '25,000', initials: 'II', ...shown })
  const { id } = await second.commitInPitch({ uuid, money_amount: '50,000', initials: 'IS', ...shown })
  await stack.as('presenter').withdrawCommitment({ uuid, id, reason: 'Entered twice' })
  const [series] = await stack.db.select({ id: spvSeries.id }).from(spvSeries)
  await stack.db.insert(seatWait).values({
    ...{ seriesId: series?.id ?? '', pitchId: made.id, organisationId: made.organisationId },
    ...{ accountId: stack.people.member.id, createdAt: new Date() },
  })
}
