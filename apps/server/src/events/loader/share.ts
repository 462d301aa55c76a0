/** Which partitions of the log a process loads. */

/** What a process owns a partition by. */
export interface PartitionLease {
  /** Its number, which grows with each owner of the partition of this log, and begins again with another log. */
  readonly lease: number;
  /** The identity of the log. */
  readonly log: string;
}

export interface ShareParts {
  readonly partitions: number;
  /** The identity of the log, whose partitions are shared. */
  readonly identity: () => Promise<string>;
  /** The partition is owned from now on. */
  readonly onOwn: (partition: number, lease: PartitionLease) => void;
  /** The partition is to be left: resolves when nothing of it is loaded any more. */
  readonly onLeave: (partition: number) => Promise<void>;
}

export interface FairShare {
  /** To be called if a lease turned out to be over; a newer one of the same partition stays. */
  lost(partition: number, lease: number): void;
  /** Leaves all partitions, which others may take immediately. */
  close(): Promise<void>;
}

/** All of them, as the only one of its installation; a fair share, where several load; or none, as others do. */
export type Share = 'all' | 'none' | ((parts: ShareParts) => FairShare);
