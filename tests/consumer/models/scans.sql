{{ config(materialized="view") }}

select parcel, place, cast(scanned_at as timestamp_ntz) as scanned_at, hub
from
values
    ('P1', 'Depot', '2024-03-01 08:00', 'North', '2024-03-02'),
    ('P1', 'Van', '2024-03-02 09:00', 'North', '2024-03-02'),
    ('P2', 'Depot', '2024-03-02 10:00', null, '2024-03-02'),
    ('P1', 'Belt', '2024-03-01 20:00', 'North', '2024-03-04'),
    ('P2', 'Van', '2024-03-03 07:00', null, '2024-03-04'),
    ('P1', 'Door', '2024-03-04 11:00', 'North', '2024-03-04') as scans(
        parcel, place, scanned_at, hub, arrived_on
    )
where arrived_on <= '{{ var("arrived_until") }}'
