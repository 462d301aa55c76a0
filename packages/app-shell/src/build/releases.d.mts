/** See releases.mjs. */
export interface Release {
  release: string;
  at: number;
  files: string[];
}
export declare const RELEASES_KEPT: number;
export declare const RELEASE_LIFE: number;
export declare function readReleases(dist: string): Promise<Release[]>;
export declare function withRelease(releases: Release[], next: Release): Release[];
export declare function keepReleases(dist: string, folders: string[], next: Release): Promise<void>;
