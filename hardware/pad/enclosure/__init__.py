"""The pad's box: body, lid, small parts and dice tray; solids, pictures and what is measured on them."""
