// Which algorithm each operation knows, and the dictionary of its parameters.

import * as dictionary from './dictionaries.ts'
import type { Member } from './dictionaries.ts'

export type Operation =
  | 'digest'
  | 'encrypt'
  | 'sign'
  | 'generateKey'
  | 'deriveBits'
  | 'importKey'
  | 'getKeyLength'
  | 'wrapKey'

type Registered = { readonly [name: string]: ReadonlyArray<Member> }

const NONE = dictionary.NO_MEMBERS

const AES_KEYS = {
  'AES-CBC': dictionary.AES_KEY_PARAMS,
  'AES-CTR': dictionary.AES_KEY_PARAMS,
  'AES-GCM': dictionary.AES_KEY_PARAMS,
  'AES-KW': dictionary.AES_KEY_PARAMS,
}

/** Operations that run backwards (decrypt, verify, unwrapKey) know what their counterparts know. */
export const ALGORITHMS: Readonly<Record<Operation, Registered>> = {
  digest: { 'SHA-1': NONE, 'SHA-256': NONE, 'SHA-384': NONE, 'SHA-512': NONE },
  encrypt: {
    'AES-CBC': dictionary.AES_CBC_PARAMS,
    'AES-CTR': dictionary.AES_CTR_PARAMS,
    'AES-GCM': dictionary.AES_GCM_PARAMS,
    'RSA-OAEP': dictionary.RSA_OAEP_PARAMS,
  },
  sign: {
    ECDSA: dictionary.ECDSA_PARAMS,
    Ed25519: NONE,
    HMAC: NONE,
    'RSA-PSS': dictionary.RSA_PSS_PARAMS,
    'RSASSA-PKCS1-v1_5': NONE,
  },
  generateKey: {
    ...AES_KEYS,
    ECDH: dictionary.EC_KEY_PARAMS,
    ECDSA: dictionary.EC_KEY_PARAMS,
    Ed25519: NONE,
    HMAC: dictionary.HMAC_KEY_PARAMS,
    'RSA-OAEP': dictionary.RSA_KEY_PARAMS,
    'RSA-PSS': dictionary.RSA_KEY_PARAMS,
    'RSASSA-PKCS1-v1_5': dictionary.RSA_KEY_PARAMS,
    X25519: NONE,
  },
  deriveBits: {
    ECDH: dictionary.ECDH_DERIVE_PARAMS,
    HKDF: dictionary.HKDF_PARAMS,
    PBKDF2: dictionary.PBKDF2_PARAMS,
    X25519: dictionary.ECDH_DERIVE_PARAMS,
  },
  importKey: {
    'AES-CBC': NONE,
    'AES-CTR': NONE,
    'AES-GCM': NONE,
    'AES-KW': NONE,
    ECDH: dictionary.EC_KEY_PARAMS,
    ECDSA: dictionary.EC_KEY_PARAMS,
    Ed25519: NONE,
    HKDF: NONE,
    HMAC: dictionary.HMAC_KEY_PARAMS,
    PBKDF2: NONE,
    'RSA-OAEP': dictionary.RSA_IMPORT_PARAMS,
    'RSA-PSS': dictionary.RSA_IMPORT_PARAMS,
    'RSASSA-PKCS1-v1_5': dictionary.RSA_IMPORT_PARAMS,
    X25519: NONE,
  },
  getKeyLength: { ...AES_KEYS, HKDF: NONE, HMAC: dictionary.HMAC_KEY_PARAMS, PBKDF2: NONE },
  wrapKey: { 'AES-KW': NONE },
}
