drop index concurrently if exists "pitch_series";--> statement-breakpoint
create index concurrently "pitch_series" on "pitch" using btree ("series_id") where "series_id" is not null;
