/** A minimal software passkey for WebAuthn: ES256, attestation 'none'. */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url')
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  counter = 0

  /** @param origin of the asking page */
  constructor(origin: string) {
    this.#origin = origin
  }

  create({ challenge }: PublicKeyCredentialCreationOptionsJSON): RegistrationResponseJSON {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = Buffer.concat([
      bytesOf('a5 01 02 03 26 20 01 21 58 20'),
      Buffer.from(x, 'base64url'),
      bytesOf('22 58 20'),
      Buffer.from(y, 'base64url'),
    ])
    const id = Buffer.from(this.id, 'base64url')
    const authData = Buffer.concat([this.#about(0x45), Buffer.alloc(16), bytesOf('0010'), id, key])
    const attestation = Buffer.concat([
      Buffer.from('\u00a3cfmtdnonegattStmt\u00a0hauthData', 'latin1'),
      Buffer.from([0x58, authData.length]),
      authData,
    ])
    return {
      ...this.#named,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      },
    }
  }

  get({ challenge }: PublicKeyCredentialRequestOptionsJSON): AuthenticationResponseJSON {
    this.counter++
    const clientData = this.#clientData('webauthn.get', challenge)
    const authData = this.#about(0x05)
    const signed = Buffer.concat([authData, sha256(clientData)])
    return {
      ...this.#named,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      },
    }
  }

  get #named() {
    const { id } = this
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin }))
  }

  /** Authenticator data: relying party, flags, and signature counter. */
  #about(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(new URL(this.#origin).hostname), Buffer.from([flags]), counter])
  }
}
