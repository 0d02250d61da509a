import { type LocalUserChoices, PreJoin, RoomContext, VideoConference } from '@livekit/components-react'
import { Room, VideoPresets } from 'livekit-client'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import '@livekit/components-styles/index.css'

// The screens of LiveKit Meet without Meet itself: its prefabs, with the options and in the order in which Meet uses
// them. Only a yardstick (bench/f4.ts); nothing of it is part of the product.

interface Details {
  serverUrl: string
  participantToken: string
}

/** A device check, then the connection details, then the room. */
function Viewer() {
  const [entered, setEntered] = useState<{ details: Details; choices: LocalUserChoices }>()
  const enter = async (choices: LocalUserChoices) => {
    const asked = new URLSearchParams({ roomName: 'pitch', participantName: choices.username })
    const answer = await fetch(`/api/connection-details?${asked}`)
    setEntered({ details: (await answer.json()) as Details, choices })
  }
  return (
    <main data-lk-theme="default" style={{ height: '100%' }}>
      {entered ? (
        <Conference {...entered} />
      ) : (
        <div style={{ display: 'grid', placeItems: 'center', height: '100%' }}>
          <PreJoin defaults={{ username: '', videoEnabled: true, audioEnabled: true }} onSubmit={enter} />
        </div>
      )}
    </main>
  )
}

function Conference({ details, choices }: { details: Details; choices: LocalUserChoices }) {
  const [room] = useState(
    () =>
      new Room({
        videoCaptureDefaults: { deviceId: choices.videoDeviceId, resolution: VideoPresets.h720 },
        audioCaptureDefaults: { deviceId: choices.audioDeviceId },
        publishDefaults: {
          dtx: false,
          red: true,
          videoCodec: 'vp9',
          videoSimulcastLayers: [VideoPresets.h540, VideoPresets.h216],
        },
        adaptiveStream: true,
        dynacast: true,
        singlePeerConnection: true,
      }),
  )
  useEffect(() => {
    room.connect(details.serverUrl, details.participantToken, { autoSubscribe: true }).catch(console.error)
    if (choices.videoEnabled) room.localParticipant.setCameraEnabled(true).catch(console.error)
    if (choices.audioEnabled) room.localParticipant.setMicrophoneEnabled(true).catch(console.error)
  }, [room, details, choices])
  return (
    <div className="lk-room-container">
      <RoomContext.Provider value={room}>
        <VideoConference />
      </RoomContext.Provider>
    </div>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Viewer />)
