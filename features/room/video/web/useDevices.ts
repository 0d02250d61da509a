import { useEffect, useState } from 'react'
import { devicesOf } from './capture.ts'

export interface Devices {
  readonly cameras: readonly MediaDeviceInfo[]
  readonly microphones: readonly MediaDeviceInfo[]
  readonly speakers: readonly MediaDeviceInfo[]
}

const none: Devices = { cameras: [], microphones: [], speakers: [] }

/** The devices of this computer, kept up to date. `known` changes when permission was given. */
export function useDevices(known: unknown): Devices {
  const [devices, setDevices] = useState(none)
  // biome-ignore lint/correctness/useExhaustiveDependencies: devices have names only after permission was given
  useEffect(() => {
    let current = true
    const look = async () => {
      const [cameras, microphones, speakers] = await Promise.all([
        devicesOf('videoinput'),
        devicesOf('audioinput'),
        devicesOf('audiooutput'),
      ])
      if (current) setDevices({ cameras, microphones, speakers })
    }
    void look()
    navigator.mediaDevices?.addEventListener?.('devicechange', look)
    return () => {
      current = false
      navigator.mediaDevices?.removeEventListener?.('devicechange', look)
    }
  }, [known])
  return devices
}
