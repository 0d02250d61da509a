import type { ReactNode } from 'react'
import type { RoomState } from '#features/room/room/parts.ts'
import { notTurned } from '#features/room/slides/web/pageTurning.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { RoomProvider } from '../inRoom.tsx'
import type { JoinInfo } from '../joinInfo.ts'
import type { RoomConnection, RoomNow } from '../roomConnection.ts'
import { nothingYet } from '../roomNow.ts'
import { pitch as usual } from './fakeRoom.ts'

const silent = { onSignal: () => () => {}, onEvent: () => () => {} } as unknown as RoomConnection

interface Props {
  pitch?: string
  part?: JoinInfo['part']
  info?: Partial<JoinInfo>
  /** What is otherwise than in a room that has just started. */
  room?: Partial<RoomState>
  now?: Partial<RoomNow>
  connection?: RoomConnection
  children: ReactNode
}

/** A live room around what a test shows, connected unless it says otherwise. */
export function InFakeRoom({
  pitch = usual,
  part = 'attendee',
  info,
  room,
  now,
  connection = silent,
  children,
}: Props) {
  const state: RoomState = { ...roomModel.emptyView.room, status: 2, ...room }
  return (
    <RoomProvider
      pitch={pitch}
      status={state.status}
      info={{ part, uuid: pitch, ...info } as JoinInfo}
      now={{
        ...nothingYet(roomModel, { turning: notTurned }),
        link: 'on',
        feed: { seq: 1, from: 1, view: { room: state } },
        ...now,
      }}
      connection={connection}
    >
      {children}
    </RoomProvider>
  )
}
