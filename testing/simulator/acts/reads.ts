import { reportKinds } from '#features/results/report/rules.ts'
import type { CallName } from '../servers.ts'
import { type Maker, type Run, someone } from './act.ts'

type Input = (run: Run, chance: Parameters<Maker>[1]) => Record<string, unknown> | undefined

const byUuid: Input = ({ pitch }) => ({ uuid: pitch.uuid })
const byPitch: Input = ({ pitch }) => ({ pitch_uuid: pitch.uuid })
const nothing: Input = () => ({})
const ofPerson: Input = ({ crowd }, chance) => ({ user_id: chance.pick(crowd.people).id })
const ofRoomChat: Input = ({ pitch }) => ({ group_uuid: pitch.group })
const ofGroup: Input = ({ model }, chance) => {
  const all = [...model.groups.keys()]
  return all.length > 0 ? { group_uuid: chance.pick(all) } : undefined
}
const ofPoll: Input = ({ pitch, model }, chance) =>
  model.polls.length > 0 ? { pitch_uuid: pitch.uuid, poll_id: chance.pick(model.polls).id } : undefined
const ofForeign: Input = ({ foreign }) => ({ uuid: foreign.uuid })
const ofMessage: Input = ({ pitch, model }, chance) =>
  model.said.length > 0 ? { group_uuid: pitch.group, message_id: chance.pick(model.said).id } : undefined

const reads: readonly (readonly [CallName, Input, number])[] = [
  ['getRoomPeople', byPitch, 3],
  ['getChatHistory', ofRoomChat, 3],
  ['getChatHistory', ofGroup, 2],
  ['getChatGroup', ofGroup, 1],
  ['getChatGroupList', byPitch, 1],
  ['getMessageReactions', ofMessage, 0.5],
  ['getQuestionList', byPitch, 1],
  ['getOwnQuestions', byPitch, 0.5],
  ['getPollList', byPitch, 1],
  ['getPollVotes', ofPoll, 1],
  ['getOwnVote', ofPoll, 0.5],
  ['getStagePeople', byPitch, 0.5],
  ['getRemovedList', byPitch, 0.5],
  ['getGuestList', byUuid, 1],
  ['getHiddenUserList', byUuid, 0.5],
  ['getSessionInfo', byUuid, 1],
  ['prepareEndPitchData', byUuid, 0.5],
  ['getJoinInfo', byUuid, 1],
  ['getPitchDetail', byUuid, 1],
  ['getPitchStatus', byUuid, 0.3],
  ['getPitchAttendeeList', byUuid, 1],
  ['getPitchAttendance', byPitch, 0.7],
  ['getPitchAttention', byUuid, 0.5],
  ['getCommitmentList', byUuid, 1],
  ['getCommitmentTerms', byUuid, 1],
  ['getMyCommitment', byUuid, 0.5],
  ['getSeatWaitingList', byUuid, 0.7],
  ['getAttendeeFeedbackList', byUuid, 1],
  ['getPitchEPFeedbackList', byUuid, 0.5],
  ['getMyFeedback', byUuid, 0.3],
  ['getPitchChat', byUuid, 0.7],
  ['getPitchQuestions', byUuid, 0.7],
  ['getReplay', byUuid, 0.5],
  ['getPitchVideo', byUuid, 0.3],
  ['exportPitchReport', ({ pitch }, chance) => ({ uuid: pitch.uuid, kind: chance.pick(reportKinds) }), 1],
  ['CheckPitchUUID', byUuid, 0.3],
  ['GetDefaultInfoByUUID', byUuid, 0.5],
  ['getPitchDetail', ofForeign, 0.5],
  ['getCommitmentList', ofForeign, 0.3],
  ['getPitchListForEp', nothing, 0.7],
  ['getPitchListForPresenter', nothing, 0.3],
  ['getInvitedPitchList', nothing, 0.7],
  ['getPitchesNow', nothing, 0.3],
  ['getNoticeList', nothing, 0.7],
  ['getUserListForEp', nothing, 0.7],
  ['getAuditList', nothing, 0.4],
  ['getLoginLogList', nothing, 0.3],
  ['getPersonInfo', ofPerson, 1.5],
  ['getPersonInfoById', ({ crowd }, chance) => ({ userid: chance.pick(crowd.people).id }), 1],
  ['getUserInfoById', ({ crowd }, chance) => ({ id: chance.pick(crowd.people).id }), 0.5],
  ['getUserDetail', ofPerson, 0.5],
  ['getPeopleList', nothing, 0.5],
]

/** Every view of a pitch and its people, looked at by people of every role. */
export const looking: readonly (readonly [Maker, number])[] = reads.map(([call, input, weight]) => [
  (run, chance) => {
    const by = chance.is(0.5)
      ? someone(run, chance, 'owner', 'coHost', 'moderator', 'admin', 'attendee')
      : chance.pick(run.crowd.people)
    const given = input(run, chance)
    return given && { by, call, input: given, isForeign: input === ofForeign }
  },
  weight,
])
