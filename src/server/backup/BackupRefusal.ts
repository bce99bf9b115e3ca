// Expected failure of a backup, a restore or a check. Its message is one sentence for the operator, and each reason has its own exit code.
// Thrown by this folder; main.ts prints the sentence, and the job of the schedule records it.

/** Exit codes of the commands. docs/OPERATIONS.md lists them for operators. */
export const EXIT_CODES = {
  /** Restore: the installation has records or files. */
  notEmpty: 20,
  /** Restore: a part of the backup is missing or shorter than it was. */
  truncated: 21,
  /** Restore: the content of the backup has changed. */
  altered: 22,
  /** Restore: a newer version of the product wrote the backup. */
  newer: 23,
  /** Restore: the version that wrote the backup is too old for this program. */
  tooOld: 24,
  /** Restore: a server uses the installation. */
  inUse: 25,
  /** Backup: another backup of the same site is running. */
  running: 30,
  /** Backup: the folder contains backups of another site. */
  otherSite: 31,
  /** Backup: written, but files that records name are missing or damaged on the server's disk. */
  incomplete: 32,
  /** Package: the organization does not exist. */
  unknownOwner: 33,
  /** Backup, restore and package: the disk has too little space, or became full. */
  noSpace: 34,
  /** Backup, restore and doctor: a part that was just written reads back with other bytes. */
  notVerified: 35,
  /** Doctor: something does not agree. */
  faults: 40,
} as const;

export type RefusalReason = keyof typeof EXIT_CODES;

export class BackupRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }

  get exitCode(): number {
    return EXIT_CODES[this.reason];
  }
}

/** Returns the refusal for a part that reads back with other bytes than were written. */
export const notVerified = (path: string): BackupRefusal =>
  new BackupRefusal('notVerified', `${path} was not written correctly; check the disk.`);
